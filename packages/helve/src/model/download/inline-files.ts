import { andThen } from '../../schema/and-then.ts';
import type { FilePart, ModelMessage, TextPart, UserMessage } from '../../tool/message.ts';
import { completeMediaType } from '../encode/complete-media-type.ts';
import { resolveFile } from '../encode/resolve-file.ts';
import type { SupportsUrl } from '../encode/supports-url.ts';
import { unavailableFile } from '../encode/unavailable-file.ts';
import type { LoadFile } from './download-file.ts';
import { FileDownloadError } from './file-download-error.ts';
import { mediaTypeOfDownload } from './media-type-of-download.ts';

/** A conversation whose files the model can be given. */
export interface InlinedMessages {
  readonly messages: readonly ModelMessage[];
  readonly warnings: readonly string[];
}

/** Puts the content of files in the place of addresses that the model does not fetch from. */
export type InlineFiles = (
  messages: readonly ModelMessage[],
  loadFile: LoadFile,
  signal: AbortSignal | undefined,
) => InlinedMessages | Promise<InlinedMessages>;

/** A run's conversation as it was last inlined. */
interface Inlined {
  messages: readonly ModelMessage[];
  /** How many messages have been looked at; the array may have grown since. */
  length: number;
  /** What the model is given; absent where that is `messages`. */
  prompt: ModelMessage[] | undefined;
  /** Messages that the model is given in another form; absent while there were none. */
  replaced: WeakMap<ModelMessage, ModelMessage> | undefined;
}

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
    return inlineAdded(run, messages, from, { supportsUrl, loadFile, signal, warnings: [] });
  };
}

/** Goes on with a conversation that has files in its messages from `from` on, or had some before. */
function inlineAdded(
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

interface Inlining {
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

function needsFiles(message: ModelMessage, supportsUrl: SupportsUrl): message is UserMessage {
  if (message.role !== 'user' || typeof message.content === 'string') return false;
  return message.content.some((part) => addressToLoad(part, supportsUrl) !== undefined);
}

/** The address that the model does not fetch the file from by itself. */
function addressToLoad(part: TextPart | FilePart, supportsUrl: SupportsUrl): URL | undefined {
  if (part.type !== 'file' || part.source.type !== 'url') return undefined;
  // content that is there already: it may be long, and is read when it is encoded
  if (part.source.url.slice(0, 5).toLowerCase() === 'data:') return undefined;
  const file = resolveFile(part.source, part.mediaType);
  if (file?.type !== 'url' || supportsUrl(file.url, completeMediaType(file))) return undefined;
  return file.url;
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
