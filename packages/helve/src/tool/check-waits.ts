import { isPlainObject } from '../schema/json-type.ts';

/** What is wrong with wait options, as the end of a sentence that names them; nothing where all is well. */
export function waitsProblem(waits: unknown): string | undefined {
  if (!isPlainObject(waits)) return 'must be an object: { approval: { expiresAfterMs }, … }.';
  for (const [kind, expiry] of Object.entries(waits)) {
    if (kind !== 'approval' && kind !== 'suspension') {
      return `has an entry "${kind}"; there are \`approval\` and \`suspension\`.`;
    }
    const problem = expiry === undefined ? undefined : expiryProblem(kind, expiry);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function expiryProblem(kind: 'approval' | 'suspension', expiry: unknown): string | undefined {
  if (!isPlainObject(expiry)) return `needs { expiresAfterMs } for \`${kind}\`.`;
  const { expiresAfterMs, answer = 'decline' } = expiry;
  if (typeof expiresAfterMs !== 'number' || !(expiresAfterMs > 0 && expiresAfterMs < LONGEST_MS)) {
    return `has ${kind}.expiresAfterMs ${String(expiresAfterMs)}; it must be a number of milliseconds above 0, or the entry be left out.`;
  }
  if (answer === 'decline') return undefined;
  if (kind === 'approval') {
    return answer === 'approve'
      ? undefined
      : "has an answer for `approval` that is none: it is 'decline' or 'approve'.";
  }
  return isPlainObject(answer) && answer['resumeData'] !== undefined
    ? undefined
    : "has an answer for `suspension` that is none: it is 'decline' or { resumeData }.";
}

/** Times beyond this are no dates. */
const LONGEST_MS = 8.64e15 / 2;
