/** What a policy, or one of its rules, says of a call. */
export type PolicyEffect = 'allow' | 'ask' | 'deny';

/** What one policy said of one call, and which of its rules said so. */
export interface PolicyVerdict {
  /** Whose policy it was. */
  readonly layer: 'agent' | 'run';
  readonly effect: PolicyEffect;
  /** The rule's place, counted from 0; absent where none matched and the policy's default holds. */
  readonly rule?: number;
  readonly id?: string;
  readonly reason?: string;
  /** The rule could not be evaluated, and so counted as matching. */
  readonly failed?: true;
}

/**
 * Who asked for an approval: the tool's own rule, that of its toolset, of the agent or of the run, a
 * rule of a policy, or the provider that carries the call out itself.
 */
export type AskedBy =
  | { readonly source: 'provider' }
  | {
      readonly source: 'tool' | 'toolset' | 'agent' | 'run';
      /** The toolset's key, where it was one. */
      readonly toolset?: string;
      /** The rule threw or did not answer, and so counted as asking. */
      readonly failed?: true;
    }
  | ({ readonly source: 'policy' } & Omit<PolicyVerdict, 'effect'>);
