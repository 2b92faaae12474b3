/** What is known beforehand of a tool under test: the judge goes by it. */
export interface ToolTraits {
  /** Its calls wait for approval first. */
  readonly gated: boolean;
  /** How often it asks something before it does its work. */
  readonly asks: number;
  /** Whether a call that was cut off may run again. */
  readonly repeats: 'reads' | 'safe' | 'never';
}

export const TOOLS = {
  look: { gated: false, asks: 0, repeats: 'reads' },
  book: { gated: false, asks: 0, repeats: 'safe' },
  pay: { gated: false, asks: 0, repeats: 'never' },
  refund: { gated: true, asks: 0, repeats: 'never' },
  renew: { gated: true, asks: 0, repeats: 'safe' },
  sign: { gated: false, asks: 1, repeats: 'never' },
  survey: { gated: false, asks: 2, repeats: 'safe' },
  transfer: { gated: true, asks: 1, repeats: 'never' },
} as const satisfies Readonly<Record<string, ToolTraits>>;

export type ToolName = keyof typeof TOOLS;

/** The name under which a model calls the sub-agent. */
export const SUB_AGENT = 'agent-clerk';

/** Absent for what is not one of the tools: the sub-agent. */
export function traitsOf(toolName: string): ToolTraits | undefined {
  return Object.hasOwn(TOOLS, toolName) ? TOOLS[toolName as ToolName] : undefined;
}
