import { createTool } from 'helve';
import { z } from 'zod';

// One tool in the style of the reference page that most such tools are written by; of a file like
// this only the first line was changed.

/** What the tool's hooks and its code saw, for the test to look at. */
export const seen: string[] = [];

export const weatherTool = createTool({
  id: 'get-weather',
  description: 'Get the weather of a city',
  strict: true,
  inputSchema: z.object({
    city: z.string().describe('The name of a city'),
    units: z.enum(['metric', 'imperial']).default('metric'),
  }),
  outputSchema: z.object({
    city: z.string(),
    temperature: z.number(),
    condition: z.string(),
    radarImageUrl: z.string().url(),
  }),
  inputExamples: [{ input: { city: 'Bergen', units: 'metric' } }],
  providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  mcp: {
    annotations: {
      title: 'Weather',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    },
    _meta: { version: '1.0.0', category: 'weather' },
  },
  execute: async (inputData, context) => {
    const { city, units } = inputData;
    const readings = await context?.observe?.span('read-station', async () => ({ celsius: 7 }), {
      city,
    });
    context?.observe?.log('info', 'station was read', { city });
    seen.push(`execute ${units} ${context?.agent?.toolCallId} ${context?.abortSignal?.aborted}`);
    const celsius = readings?.celsius ?? 0;
    return {
      city,
      temperature: units === 'metric' ? celsius : celsius * 1.8 + 32,
      condition: 'rain',
      radarImageUrl: 'https://example.com/radar/bergen.png',
    };
  },
  toModelOutput: (output) => {
    return {
      type: 'content',
      value: [
        {
          type: 'text',
          text: `${output.city}: ${output.temperature} degrees, ${output.condition}`,
        },
        { type: 'image-url', url: output.radarImageUrl },
      ],
    };
  },
  onInputStart: ({ toolCallId }) => {
    seen.push(`start ${toolCallId}`);
  },
  onInputDelta: ({ inputTextDelta }) => {
    seen.push(`delta ${inputTextDelta}`);
  },
  onInputAvailable: ({ input, messages }) => {
    seen.push(`available ${input.city} after ${messages.length}`);
  },
  onOutput: ({ output, toolName }) => {
    seen.push(`output ${toolName} ${output.condition}`);
  },
});
