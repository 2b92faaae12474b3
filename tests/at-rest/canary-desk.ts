import { createTool, RequestContext } from 'helve';
import { Agent } from 'helve/agent';
import type { Store } from 'helve/store';
import { collect, scriptedModel } from 'helve/testing';
import { z } from 'zod';

/** The raw payloads of calls that this desk marks. */
export const PLACES = [
  'input',
  'edit',
  'output',
  'message',
  'cause',
  'field',
  'progress',
  'suspend',
  'resume',
  'context',
] as const;

/** A raw payload's mark, found again wherever its bytes are. */
export type Canary = (typeof PLACES)[number];

/** The text that marks a payload. */
const markOf = (place: Canary): string => `CANARY-${place}-7f3a`;

/** Shows of every phase that it was there. */
const everyPhase = {
  input: () => 'an input',
  inputDelta: () => '.',
  progress: () => 'progress',
  output: () => 'an output',
  error: () => 'an error',
  approval: () => 'an approval',
  suspend: () => 'a suspension',
  resume: () => 'an answer',
};

const inputSchema = z.object({ note: z.string() });
const hidden = { display: everyPhase, transcript: everyPhase };
const forModel = (): string => 'It ran.';

const works = createTool({
  id: 'works',
  inputSchema,
  execute: async (_input, { writer }) => {
    await writer?.write({ text: markOf('progress') });
    return { text: markOf('output') };
  },
  toModelOutput: forModel,
  transform: hidden,
});

const fails = createTool({
  id: 'fails',
  inputSchema,
  execute: async () => {
    const error = new Error(`It failed: ${markOf('message')}`, { cause: markOf('cause') });
    throw Object.assign(error, { field: markOf('field') });
  },
  transform: hidden,
});

const asks = createTool({
  id: 'asks',
  inputSchema,
  requireApproval: true,
  execute: async () => ({ text: markOf('output') }),
  toModelOutput: forModel,
  transform: hidden,
});

const stops = createTool({
  id: 'stops',
  inputSchema,
  suspendSchema: z.object({ question: z.string() }),
  resumeSchema: z.object({ answer: z.string() }),
  execute: async (_input, { resumeData, suspend }) =>
    resumeData ? { text: markOf('output') } : suspend({ question: markOf('suspend') }),
  toModelOutput: forModel,
  transform: hidden,
});

/** How many calls have the input's mark in what their model wrote. */
export const CALLS = 4;

/**
 * Has an agent whose every raw payload is marked make one call of each kind: one that works, one that
 * throws, one that needs approval and one that suspends.
 *
 * @returns what lets the two that wait go on, with an edit and an answer that are marked too.
 */
export async function runCanaryDesk(store: Store): Promise<() => Promise<void>> {
  const requestContext = new RequestContext({ session: markOf('context') });
  const input = { note: markOf('input') };
  const toolCalls = ['works', 'fails', 'asks', 'stops'].map((toolName) => ({ toolName, input }));
  const agent = new Agent({
    id: 'canary-desk',
    model: scriptedModel([{ toolCalls }, 'Done.']),
    tools: { works, fails, asks, stops },
    store,
    // what a tool throws is logged; this is about what is kept
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const stream = await agent.stream('go', {
    memory: { thread: 'thread-1', resource: 'resource-1' },
    requestContext,
  });
  await collect(stream.displayStream);
  const [approval, suspension] = await stream.waiting;
  return async () => {
    if (!(approval && suspension)) throw new Error('Nothing waits.');
    const edited = await agent.approveToolCall({
      ...approval,
      input: { note: markOf('edit') },
      requestContext,
    });
    await collect(edited.displayStream);
    const answered = await agent.resumeStream(
      { answer: markOf('resume') },
      { ...suspension, requestContext },
    );
    await collect(answered.displayStream);
  };
}

/** How often the mark of each payload stands in what is at rest; those that don't are left out. */
export function countMarks(bytes: Buffer): Readonly<Partial<Record<Canary, number>>> {
  const counts = PLACES.map((place) => {
    const mark = Buffer.from(markOf(place));
    // a dump may write bytes in hexadecimal
    return [
      place,
      occurrences(bytes, mark) + occurrences(bytes, Buffer.from(mark.toString('hex'))),
    ];
  });
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

function occurrences(bytes: Buffer, mark: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) count++;
  return count;
}
