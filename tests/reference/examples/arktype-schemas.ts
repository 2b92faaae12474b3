// biome-ignore-all lint/correctness/noUnusedFunctionParameters: written as the page has it

import { type } from 'arktype';
import { createTool } from 'helve';
export const weatherTool = createTool({
  id: 'weather-tool',
  description: 'Fetches weather for a location',
  inputSchema: type({
    location: 'string',
  }),
  outputSchema: type({
    weather: 'string',
  }),
  execute: async (inputData) => {
    // Fetch weather data
  },
});
