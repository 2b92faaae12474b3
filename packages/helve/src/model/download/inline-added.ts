import { andThen } from '../../schema/and-then.ts';
import type { FilePart, ModelMessage, TextPart, UserMessage } from '../../tool/message.ts';
import type { SupportsUrl } from '../encode/supports-url.ts';
import { unavailableFile } from '../encode/unavailable-file.ts';
import type { LoadFile } from './download-file.ts';
import { FileDownloadError } from './file-download-error.ts';
import type { Inlined, InlinedMessages } from './inlined.ts';
import { mediaTypeOfDownload } from './media-type-of-download.ts';
import { addressToLoad, needsFiles } from './needs-files.ts';

/** Goes on with a conversation that has files in its messages from `from` on, or had some before. */
export function inlineAdded(
  run: Inlined,
  messages: readonly ModelMessage[],
  from: number,
  inlining: Inlining,
): InlinedMessages | Promise<InlinedMessages> {
  const added = messages.slice(from);
  run.replaced ??= new WeakMap();
  const { replaced } = run;
  return andThen(replaceAll(added, replaced, inlining), () => {
    const isReplaced = added.some((message) => replaced.has(message));
    let prompt = from > 0 ? run.prompt : undefined;
    if (prompt || isReplaced) {
      prompt ??= messages.slice(0, from).map((message) => replaced.get(message) ?? message);
      for (const message of added) prompt.push(replaced.get(message) ?? message);
      ownFirst(prompt, messages, replaced);
    }
    run.messages = messages;
    run.length = messages.length;
    run.prompt = prompt;
    return { messages: prompt ?? messages, warnings: inlining.warnings };
  });
}

/**
 * Prompts are remembered by their first message, for as long as anyone holds it: a copy, so that the
 * files are not remembered longer than the run.
 */
function ownFirst(
  prompt: ModelMessage[],
  messages: readonly ModelMessage[],
  replaced: WeakMap<ModelMessage, ModelMessage>,
): void {
  const [first] = messages;
  if (first === undefined || prompt[0] !== first) return;
  const copy = { ...first };
  replaced.set(first, copy);
  prompt[0] = copy;
}

/** What inlining needs beside the messages. */
export interface Inlining {
  readonly supportsUrl: SupportsUrl;
  readonly loadFile: LoadFile;
  readonly signal: AbortSignal | undefined;
  readonly warnings: string[];
}

/** A message with files to load. */
interface Pending {
  readonly message: UserMessage;
  /** The model has answered it. */
  readonly isAnswered: boolean;
}

/** Replaces the messages that need it; there is nothing to wait for where none does. */
function replaceAll(
  messages: readonly ModelMessage[],
  replaced: WeakMap<ModelMessage, ModelMessage>,
  inlining: Inlining,
): Promise<void> | undefined {
  const pending: Pending[] = [];
  let lastResponse: number | undefined;
  for (const [index, message] of messages.entries()) {
    if (replaced.has(message) || !needsFiles(message, inlining.supportsUrl)) continue;
    lastResponse ??= messages.findLastIndex(({ role }) => role === 'assistant');
    pending.push({ message, isAnswered: index < lastResponse });
  }
  return pending.length === 0 ? undefined : replacePending(pending, replaced, inlining);
}

/** The first failure that counts stops all other downloads. */
async function replacePending(
  pending: readonly Pending[],
  replaced: WeakMap<ModelMessage, ModelMessage>,
  inlining: Inlining,
): Promise<void> {
  const failed = new AbortController();
  const { signal } = inlining;
  const all = {
    ...inlining,
    signal: signal ? AbortSignal.any([signal, failed.signal]) : failed.signal,
  };
  try {
    await Promise.all(
      pending.map(async ({ message, isAnswered }) => {
        replaced.set(message, await inlineMessage(message, isAnswered, all));
      }),
    );
  } catch (error) {
    failed.abort(error);
    throw error;
  }
}

async function inlineMessage(
  message: UserMessage,
  isAnswered: boolean,
  inlining: Inlining,
): Promise<UserMessage> {
  if (typeof message.content === 'string') return message;
  const content = await Promise.all(
    message.content.map((part) => inlinePart(part, isAnswered, inlining)),
  );
  return { ...message, content };
}

async function inlinePart(
  part: TextPart | FilePart,
  isAnswered: boolean,
  { supportsUrl, loadFile, signal, warnings }: Inlining,
): Promise<TextPart | FilePart> {
  const url = addressToLoad(part, supportsUrl);
  if (url === undefined || part.type !== 'file') return part;
  try {
    const file = await loadFile(url, signal);
    const mediaType = mediaTypeOfDownload(url, part.mediaType, file);
    return { ...part, source: { type: 'data', data: file.data }, mediaType };
  } catch (error) {
    // The model has seen and answered it: that an address has expired must not end a conversation.
    if (!isAnswered || !FileDownloadError.isInstance(error)) throw error;
    const { providerOptions } = part;
    return {
      ...unavailableFile(part.filename, { warn: () => warnings.push(error.message) }),
      ...(providerOptions && { providerOptions }),
    };
  }
}
