import type { ChildProcess } from 'node:child_process';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/** A message of JSON-RPC. */
export interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A way to a server: gives the answer to a request, and nothing to what asks for none. */
export interface Exchange {
  send(message: Message, headers: Readonly<Record<string, string>>): Promise<Message | undefined>;
  close(): void;
}

/** A line for each message, over the standard streams of a process. */
export function overStdio({ stdin, stdout }: ChildProcess): Exchange {
  if (stdin === null || stdout === null) throw new Error('The process has no standard streams.');
  const waiting = new Map<number, (message: Message) => void>();
  createInterface({ input: stdout }).on('line', (line) => {
    // what a server writes there is the protocol's
    const message = JSON.parse(line) as Message;
    if (message.id === undefined || message.method !== undefined) return;
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  return {
    async send(message) {
      const { id } = message;
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      if (id === undefined) return undefined;
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    close: () => undefined,
  };
}

/** A POST for each message, over one connection that is kept. */
export function overHttp(port: number): Exchange {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let session: Readonly<Record<string, string>> = {};
  const post = (body: string, headers: Readonly<Record<string, string>>) =>
    new Promise<string>((resolve, reject) => {
      const posting = request(
        {
          agent,
          host: '127.0.0.1',
          port,
          path: '/mcp',
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            accept: 'application/json, text/event-stream',
            ...session,
            ...headers,
          },
        },
        (response) => {
          const id = response.headers['mcp-session-id'];
          if (typeof id === 'string') session = { 'mcp-session-id': id };
          text(response).then(resolve, reject);
        },
      );
      posting.on('error', reject);
      posting.end(body);
    });
  return {
    async send(message, headers) {
      const answer = await post(JSON.stringify({ jsonrpc: '2.0', ...message }), headers);
      return message.id === undefined ? undefined : answerIn(answer, message.id);
    },
    close: () => agent.destroy(),
  };
}

/** The answer in a body, which is JSON or a stream of events that ends with it. */
function answerIn(body: string, id: number): Message {
  const texts = body.startsWith('{')
    ? [body]
    : body.split('\n').flatMap((line) => (/^data: ?\{/.test(line) ? line.slice(5) : []));
  // a server of JSON-RPC answers with one
  const messages = texts.map((one) => JSON.parse(one) as Message);
  const answer = messages.find((message) => message.id === id || message.error !== undefined);
  if (answer === undefined) throw new Error(`No answer in "${body.slice(0, 500)}".`);
  return answer;
}
