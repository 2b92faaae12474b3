import { andThen } from '../../schema/and-then.ts';
import { loadOnce } from '../../schema/load-once.ts';
import type { ModelMessage } from '../../tool/message.ts';
import type { SupportsUrl } from '../encode/supports-url.ts';
import type { LoadFile } from './download-file.ts';
import type { Inlined, InlinedMessages } from './inlined.ts';
import { needsFiles } from './needs-files.ts';

/** Puts the content of files in the place of addresses that the model does not fetch from. */
export type InlineFiles = (
  messages: readonly ModelMessage[],
  loadFile: LoadFile,
  signal: AbortSignal | undefined,
) => InlinedMessages | Promise<InlinedMessages>;

const inliner = loadOnce(() => import('./inline-added.ts'));

/**
 * Makes what inlines the files of one adapter's prompts. Only *user* messages are looked at: their
 * addresses come through the host, while others are named by tools and models.
 *
 * What was loaded is kept as long as the run's `loadFile`. A step looks at the messages it adds.
 */
export function createFileInliner(supportsUrl: SupportsUrl): InlineFiles {
  const runs = new WeakMap<LoadFile, Inlined>();

  return (messages, loadFile, signal) => {
    let run = runs.get(loadFile);
    if (!run) {
      run = { messages: [], length: 0, prompt: undefined, replaced: undefined };
      runs.set(loadFile, run);
    }
    const isLonger = messages === run.messages && messages.length >= run.length;
    const from = isLonger ? run.length : 0;
    const added = from === 0 ? messages : messages.slice(from);
    if (!run.replaced && !added.some((message) => needsFiles(message, supportsUrl))) {
      run.messages = messages;
      run.length = messages.length;
      return { messages, warnings: [] };
    }
    const known = run;
    const inlining = { supportsUrl, loadFile, signal, warnings: [] };
    return andThen(inliner(), ({ inlineAdded }) => inlineAdded(known, messages, from, inlining));
  };
}
