import { type } from 'arktype';
import { z } from 'zod';

// ArkType: texts as types, unions and morphs; Zod: literal unions, pipes and nested optionals.

export const machineName = type({ machine: 'string' });
export const machine = type({
  name: 'string',
  state: "'up' | 'down' | 'draining'",
  load: 'number[]',
  labels: 'Record<string, string>',
  since: 'string.date.iso.parse',
});
export const machines = type({ machines: type({ name: 'string', cpu: 'number >= 1' }).array() });
export const machineFilter = type({
  'state?': "'up' | 'down' | 'draining'",
  'labels?': 'Record<string, string>',
  limit: 'number = 50',
});
export const command = type({
  machine: 'string',
  command: 'string',
  'args?': 'string[]',
  'env?': 'Record<string, string>',
});
export const commandResult = type({ code: 'number', output: 'string', 'signal?': 'string' });
export const permission = type({ allowed: 'boolean', 'seconds?': 'number' });
export const scale = type({ service: 'string', to: '1 <= number.integer <= 100' });

const probe = z.object({ path: z.string().default('/'), everySeconds: z.number().default(10) });
export const deployment = z.object({
  service: z.string(),
  image: z.string(),
  env: z.array(z.object({ name: z.string(), value: z.string().optional() })).default([]),
  probes: z.object({ live: probe.optional(), ready: probe.optional() }).optional(),
  strategy: z.union([
    z.object({ type: z.literal('rolling'), atOnce: z.number() }),
    z.object({ type: z.literal('blue-green') }),
  ]),
});
export const deployed = z.object({
  revision: z.number(),
  pods: z.array(z.object({ name: z.string(), ready: z.boolean() })),
});
export const logQuery = z.object({
  service: z.string(),
  since: z.string().pipe(z.coerce.date()),
  levels: z.array(z.enum(['debug', 'info', 'warn', 'error'])).min(1),
  grep: z.string().optional(),
});
export const logLines = z.array(
  z.object({ at: z.date(), level: z.string(), text: z.string(), fields: z.json().optional() }),
);
export const alarm = z.strictObject({
  metric: z.templateLiteral(['metric/', z.string()]),
  above: z.number().optional(),
  below: z.number().optional(),
  tell: z.array(z.email()).max(5),
});
export const alarmId = z.object({ alarmId: z.uuid() });
export const operator = z.object({ operator: z.string(), onCall: z.boolean() });
export const rollback = z.looseObject({ service: z.string(), to: z.number().nullish() });
export const backup = z.object({
  volume: z.string(),
  keep: z.object({ daily: z.number(), weekly: z.number(), monthly: z.number() }).partial(),
});
