import type { ProjectionRuntime } from '../../call/project.ts';
import { isConfigured } from '../../call/project.ts';
import type { JsonValue } from '../../tool/json.ts';
import { shownToModel } from '../calls/shown-to-model.ts';
import type { Chunk } from './chunk.ts';
import { displayOf } from './display-chunk.ts';
import type { LogEntry } from './log-entry.ts';

/**
 * The form in which a chunk is stored: the one for screens. `undefined`: it is shown to nobody. A raw
 * output is not at rest even where the tool lets screens see it: then stands what the model was given.
 */
export async function storedForm(
  entry: LogEntry,
  runtime: ProjectionRuntime,
): Promise<JsonValue | undefined> {
  const shown = await displayOf(entry, runtime);
  // Display forms are JSON: payloads are normalised, the rest is text and numbers.
  return shown && (atRest(entry, shown) as unknown as JsonValue);
}

function atRest({ source, nested }: LogEntry, shown: Chunk): Chunk {
  if (nested && shown.type === 'tool-output') {
    // The display form of a sub-agent's chunk is a chunk.
    const output = atRest(nested.entry, shown.payload.output as Chunk);
    return { ...shown, payload: { ...shown.payload, output } };
  }
  const forModel = source?.forModel;
  if (shown.type !== 'tool-result' || !forModel || isConfigured(source.tool, 'display')) {
    return shown;
  }
  return { ...shown, payload: { ...shown.payload, result: shownToModel(forModel) } };
}
