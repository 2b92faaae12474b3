import type { CallToolResult } from '@modelcontextprotocol/client';
import type { CarriedState } from './carried-state.ts';
import type { Elicitation } from './elicitation.ts';

/** What a call comes to next: its end, or a question, with what going on behind it takes. */
export type CallTurn =
  | { readonly kind: 'result'; readonly result: CallToolResult }
  | { readonly kind: 'question'; readonly elicitation: Elicitation; readonly state: CarriedState };
