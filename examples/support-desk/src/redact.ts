import type { TransformFunction } from 'helve';
import type { Customer } from './database.ts';

/** What the person at the desk sees of a customer: enough to know whom they are talking to. */
export function maskCustomer({ name, card }: Customer): Customer {
  return { name: initials(name), email: '•••', address: '•••', card: lastDigits(card) };
}

/** What is kept of a customer in transcripts: that there is one. */
export function removeCustomer(): Customer {
  return { name: '[name]', email: '[email]', address: '[address]', card: '[card]' };
}

const initials = (name: string): string => name.replace(/(\p{L})\p{L}*/gu, '$1.');

const lastDigits = (card: string): string => `•••• ${card.replace(/\D/g, '').slice(-4)}`;

/**
 * Payloads without customer data in them, shown as they are. Once a tool says anything about an
 * audience, that audience sees only what the tool names, so these have to be named as well.
 */
export const harmless: {
  readonly input: TransformFunction;
  readonly error: TransformFunction;
} = {
  input: ({ input }) => input,
  error: ({ error }) => ({ message: error instanceof Error ? error.message : 'It failed.' }),
};
