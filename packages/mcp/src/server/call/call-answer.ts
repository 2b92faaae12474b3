import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';

/** What a client is answered: how its call ended, or what it has to ask its user first. */
export type CallAnswer = CallToolResult | InputRequiredResult;
