/** A number that may not grow unnoticed. None of them depends on how fast a machine is. */
export interface Budget {
  readonly most: number;
  /** What is counted, as it reads behind a number. */
  readonly unit: string;
  /** Where to look when it is exceeded. */
  readonly lookAt: string;
}

/**
 * Every budget of the project. What was measured when a budget was set stands beside it; a change
 * that needs more raises the budget here, with its reason.
 */
export const budgets = {
  // What Helve itself costs the compiler, without the schemas' own libraries: the difference between
  // fifty varied tools and their schemas alone. It is what an editor pays at each keystroke.
  // Measured: 1,307.
  typesOfTool: {
    most: 1_500,
    unit: 'type instantiations a tool',
    lookAt:
      'the signatures of `createTool()` and `ToolDefinition`: a new generic, or a conditional type that walks its argument',
  },
  // An agent with all fifty tools, sub-agents, toolsets and an output schema, once the tools are
  // there. A record of tools must be taken as it is: typing it by each tool's types costs fifty times
  // as much. Measured: 7,870.
  typesOfAgent: {
    most: 9_000,
    unit: 'type instantiations for an agent with fifty tools',
    lookAt: '`AgentOptions`, `AnyTool` and `RunResult`: they should not depend on the tools’ types',
  },
} as const satisfies Readonly<Record<string, Budget>>;
