import { z } from 'zod';

const input = z.object({
  sku: z.string().min(1).describe('The article.'),
  amount: z.number().int().min(1).describe('How many of it.'),
  express: z.boolean().describe('Whether it is in a hurry.'),
  coupon: z.string().nullable().describe('What is written on a coupon.'),
});

const output = z.object({
  sku: z.string(),
  total: z.number(),
  days: z.number().int(),
  note: z.string(),
});

/** The arguments of a call. */
export type QuoteInput = z.infer<typeof input>;

/** What a call gives. */
export type Quote = z.infer<typeof output>;

/** A tool, as every server is to declare it. */
export interface QuoteTool {
  readonly name: string;
  readonly description: string;
  readonly input: typeof input;
  readonly output: typeof output;
  readonly execute: (input: QuoteInput) => Promise<Quote>;
}

/** What a tool says: little work, that depends on all of its input. */
export function quote({ sku, amount, express, coupon }: QuoteInput): Quote {
  const price = coupon === null ? 12.5 : 10;
  const days = express ? 1 : 4;
  return { sku, total: amount * price, days, note: `${amount} × ${sku} in ${days} days` };
}

/** So many tools, with schemas of their own: all alike but for their names. */
export function quoteTools(count: number): readonly QuoteTool[] {
  return Array.from({ length: count }, (_, index) => ({
    name: toolName(index),
    description: `Says what an order costs in shop ${index}.`,
    input: input.clone(),
    output: output.clone(),
    execute: async (given) => quote(given),
  }));
}

/** The name of one of the tools. */
export const toolName = (index: number): string => `quote_${index}`;
