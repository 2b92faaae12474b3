import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { z } from 'zod';

// Valibot: pipes, variants and optional fields; Zod: brands, a recursive type and intersections.

export const personSearch = toStandardJsonSchema(
  v.object({
    name: v.optional(v.string()),
    email: v.optional(v.pipe(v.string(), v.email())),
    roles: v.optional(v.array(v.picklist(['admin', 'editor', 'viewer'])), []),
  }),
);
const person = v.object({
  id: v.string(),
  name: v.string(),
  email: v.pipe(v.string(), v.email()),
  role: v.picklist(['admin', 'editor', 'viewer']),
  phone: v.nullable(v.string()),
});
export const people = toStandardJsonSchema(
  v.object({ people: v.array(person), more: v.boolean() }),
);
export const personId = toStandardJsonSchema(v.object({ personId: v.string() }));
export const onePerson = toStandardJsonSchema(person);
export const invitation = toStandardJsonSchema(
  v.object({
    email: v.pipe(v.string(), v.email()),
    role: v.optional(v.picklist(['admin', 'editor', 'viewer']), 'viewer'),
    days: v.optional(v.pipe(v.number(), v.integer(), v.maxValue(30)), 7),
  }),
);
export const invited = toStandardJsonSchema(v.object({ link: v.string(), until: v.string() }));
export const contact = toStandardJsonSchema(
  v.variant('by', [
    v.object({ by: v.literal('mail'), to: v.string(), subject: v.string(), body: v.string() }),
    v.object({ by: v.literal('sms'), to: v.string(), text: v.pipe(v.string(), v.maxLength(160)) }),
    v.object({ by: v.literal('push'), device: v.string(), title: v.string() }),
  ]),
);
export const consent = toStandardJsonSchema(
  v.object({ agreed: v.boolean(), at: v.pipe(v.string(), v.isoTimestamp()) }),
);
export const question = toStandardJsonSchema(v.object({ text: v.string() }));

export const userId = z.string().brand('UserId');
export interface Team {
  readonly name: string;
  readonly members: string[];
  readonly teams: Team[];
}
export const team: z.ZodType<Team> = z.object({
  name: z.string(),
  members: z.array(z.string()),
  get teams() {
    return z.array(team);
  },
});
export const absence = z.object({
  user: userId,
  from: z.coerce.date(),
  days: z.number().int().min(1),
  kind: z.enum(['holiday', 'sick', 'parental']).default('holiday'),
});
export const absenceState = z.object({ left: z.number(), overlaps: z.array(absence) });
export const profile = z.intersection(
  z.object({ user: userId, name: z.string() }),
  z.object({ languages: z.set(z.string()), birthday: z.date().optional() }),
);
export const profileChange = z.object({
  user: userId,
  set: z.object({ name: z.string(), motto: z.string() }).partial(),
  unset: z.array(z.enum(['name', 'motto'])).optional(),
});
export const password = z
  .object({ user: userId, next: z.string().min(12), again: z.string() })
  .refine(({ next, again }) => next === again, 'the two differ');
export const tenant = z.object({ tenantId: z.string(), admin: z.boolean() });
