import { HelveError } from '../schema/helve-error.ts';
import type { PolicyVerdict } from '../store/asked-by.ts';
import type { CallFailure } from './call-failure.ts';

/** A policy does not let the call be carried out. It did not run. */
export class PolicyDeniedError extends HelveError {
  /** What each policy said of the call, the agent's first. */
  readonly verdicts: readonly PolicyVerdict[];

  constructor(message: string, verdicts: readonly PolicyVerdict[]) {
    super({ name: 'PolicyDeniedError', code: 'POLICY_DENIED', message });
    this.verdicts = verdicts;
  }

  static override isInstance(value: unknown): value is PolicyDeniedError {
    return HelveError.hasCode(value, 'POLICY_DENIED');
  }
}

/** That a call is denied, and why; `undefined` where no policy denies it. */
export function denialText(
  toolName: string,
  verdicts: readonly PolicyVerdict[],
): string | undefined {
  const denying = verdicts.filter(({ effect }) => effect === 'deny');
  if (denying.length === 0) return undefined;
  const reasons = new Set(denying.flatMap(({ reason }) => reason ?? []));
  const because = reasons.size === 0 ? '' : `: ${[...reasons].join('; ')}`;
  return `The policy does not allow this use of "${toolName}"${because}.`;
}

/** The failure of a call that a policy denies; `undefined` where none does. */
export function policyDenial(
  toolName: string,
  verdicts: readonly PolicyVerdict[],
): CallFailure | undefined {
  const denial = denialText(toolName, verdicts);
  if (denial === undefined) return undefined;
  const text = `${denial} It did not run; do not try again with the same arguments.`;
  const error = new PolicyDeniedError(text, verdicts);
  return { code: 'POLICY_DENIED', error, modelText: text, displayText: text };
}
