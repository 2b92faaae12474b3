import { createTool } from 'helve';
import { z } from 'zod';
export const weatherTool = createTool({
  id: 'get-weather',
  description: 'Get weather for a city',
  strict: true,
  inputSchema: z.object({
    city: z.string(),
    units: z.enum(['metric', 'imperial']),
  }),
  execute: async ({ city, units }) => {
    return {
      city,
      units,
      forecast: 'sunny',
    };
  },
});
