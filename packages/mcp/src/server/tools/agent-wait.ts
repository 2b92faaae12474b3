import type { Waiting } from 'helve/agent';
import { adaptRoot } from 'helve/runtime';
import { quoted, shownText } from '../call/shown-text.ts';
import { InvalidMcpServerError } from '../invalid-mcp-server-error.ts';
import type { AnswerForm, FormSchema } from './answer-form.ts';
import { formOf } from './answer-form.ts';

/** What a client is asked in the name of an agent's run. */
export interface WaitQuestion {
  readonly message: string;
  readonly schema: FormSchema;
  read: AnswerForm['read'];
}

/** The form for yes or no. */
export const APPROVAL_FORM: FormSchema = {
  type: 'object',
  properties: { approve: { type: 'boolean', title: 'Allow this call', default: false } },
  required: ['approve'],
};

/** The question for what a run waits for; nothing where no client can be asked it. */
export function readWait(wait: Waiting, shown: unknown): WaitQuestion | undefined {
  const { kind, toolName, schema } = wait;
  if (kind === 'approval') {
    const message = `May the tool "${toolName}" run?\n\n${quoted(shown)}`;
    return { message, schema: APPROVAL_FORM, read: (content) => content };
  }
  if (kind !== 'suspension') return undefined;
  const message = shownText(shown) || `"${toolName}" needs an answer to go on.`;
  if (!schema) {
    return { message, schema: { type: 'object', properties: {} }, read: (content = {}) => content };
  }
  try {
    return { message, ...formOf(toolName, adaptRoot(schema)) };
  } catch (error) {
    if (InvalidMcpServerError.isInstance(error)) return undefined;
    throw error;
  }
}
