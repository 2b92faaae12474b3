// biome-ignore-all lint/correctness/noUnusedFunctionParameters: written as the page has it

import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { createTool } from 'helve';
import * as v from 'valibot';
export const weatherTool = createTool({
  id: 'weather-tool',
  description: 'Fetches weather for a location',
  inputSchema: toStandardJsonSchema(
    v.object({
      location: v.string(),
    }),
  ),
  outputSchema: toStandardJsonSchema(
    v.object({
      weather: v.string(),
    }),
  ),
  execute: async (inputData) => {
    // Fetch weather data
  },
});
