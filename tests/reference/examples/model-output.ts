import { createTool } from 'helve';
import { z } from 'zod';
export const weatherTool = createTool({
  id: 'get-weather',
  description: 'Get weather for a city',
  inputSchema: z.object({
    city: z.string(),
  }),
  outputSchema: z.object({
    city: z.string(),
    temperature: z.number(),
    condition: z.string(),
    radarImageUrl: z.string().url(),
  }),
  execute: async ({ city }) => ({
    city,
    temperature: 72,
    condition: 'sunny',
    radarImageUrl: 'https://example.com/radar/seattle.png',
  }),
  toModelOutput: (output) => {
    return {
      type: 'content',
      value: [
        { type: 'text', text: `${output.city}: ${output.temperature}F and ${output.condition}` },
        { type: 'image-url', url: output.radarImageUrl },
      ],
    };
  },
});
