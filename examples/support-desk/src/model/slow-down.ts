import { setTimeout as pause } from 'node:timers/promises';
import type { LanguageModel } from 'helve/agent';

/** Makes a model that has its answer ready write it like one that has to think. */
export function slowDown(model: LanguageModel): LanguageModel {
  return {
    ...model,
    async doStream(options: never) {
      // what every language model of the AI SDK resolves to
      const { stream } = (await model.doStream(options)) as { stream: ReadableStream<Part> };
      const slow = new TransformStream<Part, Part>({
        start: () => pause(500),
        async transform(part, controller) {
          if (part.type.endsWith('-delta')) await pause(25);
          controller.enqueue(part);
        },
      });
      return { stream: stream.pipeThrough(slow) };
    },
  };
}

interface Part {
  readonly type: string;
}
