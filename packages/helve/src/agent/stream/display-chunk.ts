import { messageOf } from '../../call/call-failure.ts';
import { normalize } from '../../call/normalize.ts';
import type { PhasePayload, ProjectionRuntime, ProjectionSource } from '../../call/project.ts';
import { project } from '../../call/project.ts';
import type { Phase } from '../../tool/tool-transform.ts';
import type { Chunk, DataChunk } from './chunk.ts';
import type { LogEntry } from './log-entry.ts';

/**
 * The form of a chunk that screens may see: payloads of calls are projected, provider metadata and
 * internals of errors are left out. `undefined`: the chunk is not shown at all. Made when first
 * asked for, and once; at once for pieces of text, of which there are many.
 */
export function displayOf(
  entry: LogEntry,
  runtime: ProjectionRuntime,
): Chunk | undefined | Promise<Chunk | undefined> {
  const { display, chunk } = entry;
  if (display) return display;
  if (chunk.type === 'text-delta' || chunk.type === 'reasoning-delta') return chunk;
  entry.display = makeDisplay(entry, runtime);
  return entry.display;
}

async function makeDisplay(
  { chunk, source, nested }: LogEntry,
  runtime: ProjectionRuntime,
): Promise<Chunk | undefined> {
  if (nested && chunk.type === 'tool-output') {
    // A sub-agent's chunk has the form that its own tools give it.
    const output = await displayOf(nested.entry, nested.runtime);
    return output && { ...chunk, payload: { ...chunk.payload, output } };
  }
  switch (chunk.type) {
    case 'error':
      return { ...chunk, payload: { ...chunk.payload, error: { message: chunk.payload.message } } };
    case 'abort':
      return { ...chunk, payload: { reason: messageOf(chunk.payload.reason) } };
    case 'text-start':
    case 'text-end':
    case 'reasoning-start':
    case 'reasoning-end':
      return { ...chunk, payload: { id: chunk.payload.id } };
    default:
      if (isData(chunk)) return { ...chunk, payload: jsonSafe(chunk.payload) };
      return source ? displayCall(chunk, source, runtime) : chunk;
  }
}

function isData(chunk: Chunk): chunk is DataChunk {
  return chunk.type.startsWith('data-');
}

/** A tool's own chunk is shown as it is, but what leaves the process is JSON. */
function jsonSafe({ data, ...rest }: DataChunk['payload']): DataChunk['payload'] {
  return data === undefined ? rest : { ...rest, data: normalize(data) };
}

async function displayCall(
  chunk: Chunk,
  source: ProjectionSource,
  runtime: ProjectionRuntime,
): Promise<Chunk | undefined> {
  const show = (phase: Phase, payload: PhasePayload = {}): Promise<unknown> =>
    shown(source, phase, payload, runtime);
  switch (chunk.type) {
    case 'tool-call-delta': {
      const { argsTextDelta: inputTextDelta } = chunk.payload;
      const delta = await show('inputDelta', { inputTextDelta });
      if (delta === undefined) return undefined;
      const argsTextDelta = typeof delta === 'string' ? delta : JSON.stringify(delta);
      return { ...chunk, payload: { ...chunk.payload, argsTextDelta } };
    }
    case 'tool-call': {
      const { providerMetadata: _, ...payload } = chunk.payload;
      return { ...chunk, payload: { ...payload, args: await show('input') } };
    }
    case 'tool-call-approval':
      return { ...chunk, payload: { ...chunk.payload, args: await show('approval') } };
    case 'tool-output': {
      const output = await show('progress', { progress: chunk.payload.output });
      return output === undefined ? undefined : { ...chunk, payload: { ...chunk.payload, output } };
    }
    case 'tool-call-suspended': {
      const args = await show('input');
      const suspendPayload = await show('suspend', withPayload('suspendPayload', chunk.payload));
      return { ...chunk, payload: { ...chunk.payload, args, suspendPayload } };
    }
    case 'tool-call-resumed': {
      const args = await show('input');
      const resumeData = await show('resume', { resumeData: chunk.payload.resumeData });
      return { ...chunk, payload: { ...chunk.payload, args, resumeData } };
    }
    case 'tool-result': {
      const { providerMetadata: _, ...payload } = chunk.payload;
      const args = await show('input');
      const result = await show('output', { output: payload.result });
      return { ...chunk, payload: { ...payload, args, result } };
    }
    case 'tool-error': {
      const args = await show('input');
      const error = await show('error', { error: chunk.payload.error });
      return { ...chunk, payload: { ...chunk.payload, args, error } };
    }
    case 'tool-output-denied':
      return { ...chunk, payload: { ...chunk.payload, args: await show('input') } };
    default:
      return chunk;
  }
}

async function shown(
  source: ProjectionSource,
  phase: Phase,
  payload: PhasePayload,
  runtime: ProjectionRuntime,
): Promise<unknown> {
  const projection = await project(source, 'display', phase, payload, runtime);
  return projection.shown ? projection.value : undefined;
}

function withPayload(
  key: 'suspendPayload',
  { suspendPayload }: { readonly suspendPayload: unknown },
): PhasePayload {
  return suspendPayload === undefined ? {} : { [key]: suspendPayload };
}
