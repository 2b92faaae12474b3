// biome-ignore-all lint/correctness/noUnusedFunctionParameters: written as the page has it
import { createTool } from 'helve';
import { z } from 'zod';
export const weatherTool = createTool({
  id: 'weather-tool',
  description: 'Fetches weather for a location',
  inputSchema: z.object({
    location: z.string(),
  }),
  outputSchema: z.object({
    weather: z.string(),
  }),
  execute: async (inputData) => {
    // Fetch weather data
  },
});
