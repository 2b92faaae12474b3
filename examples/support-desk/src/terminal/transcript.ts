import type { TranscriptMessage, TranscriptPart } from 'helve/agent';
import type { CallFacts } from '../ledger.ts';
import { fieldsOf, inline } from './fields.ts';
import { mark, paint } from './paint.ts';
import type { Screen } from './screen.ts';
import { showTable } from './table.ts';

/** Shows what is stored for people to read, and beside each call what is not. */
export function showTranscript(
  messages: readonly TranscriptMessage[],
  factsOf: (toolCallId: string) => CallFacts,
  screen: Screen,
): void {
  const title = 'The transcript as it is stored, beside what the tools had';
  screen.heading(mark.title, paint.name(title));
  for (const { role, parts } of messages) {
    for (const part of parts) {
      if (part.type === 'text') {
        screen.heading(role === 'user' ? mark.person : mark.agent, paint.name(role));
        screen.lines(part.text);
      } else if (part.type === 'tool') {
        showCall(part, factsOf(part.toolCallId), screen);
      }
    }
  }
}

function showCall(
  part: Extract<TranscriptPart, { type: 'tool' }>,
  { had, told }: CallFacts,
  screen: Screen,
): void {
  const { toolName, input, output, error, approval } = part;
  screen.heading(mark.call, paint.tool(toolName), inline(input));
  const stored = approval?.approved === false ? { declined: approval.reason } : (output ?? error);
  showTable(
    [
      ['the tool had', fieldsOf(had)],
      ['the transcript', fieldsOf(stored)],
      ['the model', fieldsOf(told)],
    ],
    screen,
  );
}
