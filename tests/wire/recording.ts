import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The providers of which there are recordings, called as their folders are. */
export const WIRE_PROVIDERS = [
  'alibaba',
  'amazon-bedrock',
  'anthropic',
  'cohere',
  'deepseek',
  'google',
  'groq',
  'mistral',
  'openai-compatible',
  'openai-responses',
] as const;

/** A provider whose streams can be replayed. */
export type WireProvider = (typeof WIRE_PROVIDERS)[number];

/** A response as its provider streams it. */
export interface RecordedResponse {
  readonly provider: WireProvider;
  /** One JSON text an event. */
  readonly events: readonly string[];
  /** Where the connection is lost behind the events: it is closed, or reset without a word. */
  readonly lost?: 'closed' | 'reset';
  /** What the connection is kept for before it is lost. Default: nothing. */
  readonly lostAfter?: Promise<unknown>;
}

const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

/** Where the recordings are: beside the project, unless `HELVE_WIRE` names another folder. */
export const recordingsDirectory: string =
  process.env['HELVE_WIRE'] || join(projectRoot, '..', 'shared', 'wire');

/** Why nothing can be replayed; `undefined` where there are recordings. */
export const missingRecordings: string | undefined = existsSync(recordingsDirectory)
  ? undefined
  : `no recorded provider streams at ${recordingsDirectory}; HELVE_WIRE names another folder`;

/**
 * Reads a recording, such as `anthropic/tool-call`.
 *
 * @example
 * ```ts
 * await using server = await serveRecording([recording('google/tool-call')]);
 * ```
 */
export function recording(name: `${WireProvider}/${string}`): RecordedResponse {
  const lines = readFileSync(join(recordingsDirectory, `${name}.chunks.txt`), 'utf8').split('\n');
  return { provider: providerOf(name), events: lines.filter((line) => line.trim() !== '') };
}

/** The provider whose stream a recording is. */
export function providerOf(name: `${WireProvider}/${string}`): WireProvider {
  const provider = WIRE_PROVIDERS.find((candidate) => name.startsWith(`${candidate}/`));
  if (provider === undefined) throw new Error(`no provider's recording: ${name}`);
  return provider;
}
