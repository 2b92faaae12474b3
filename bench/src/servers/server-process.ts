import { quoteTools } from './quote-tools.ts';
import type { Era, ServerContender, Transport } from './server-contender.ts';

// A server's own process. What CPU time it took is asked over the channel that forking opened, so
// that neither the protocol nor its transport is touched by it.

const [name = '', transport, era, count, port] = process.argv.slice(2);
// a file of ours, by a name that the driver has from its list
const { serverContender } = (await import(`./${name}.ts`)) as {
  readonly serverContender: ServerContender;
};

process.on('message', () => process.send?.(process.cpuUsage()));
process.on('disconnect', () => process.exit(0));
// what is written to standard input meanwhile is read in time, and some wait for a client to begin
if (transport === 'stdio') process.send?.('ready');
await serverContender.serve({
  // both are of the driver's own lists
  transport: transport as Transport,
  era: era as Era,
  tools: quoteTools(Number(count)),
  port: Number(port),
});
if (transport === 'http') process.send?.('ready');
