/** A number that may not grow unnoticed. None of them depends on how fast a machine is. */
export interface Budget {
  readonly most: number;
  /** What is counted, as it reads behind a number. */
  readonly unit: string;
  /** Where to look when it is exceeded. */
  readonly lookAt: string;
}

/**
 * How fast work may grow with what it is about: as size to the power of this. 1 is linear; what is
 * left is for numbers that get longer, such as counters in records. The one thing in Helve that may
 * grow faster is the prompt: each step hands the model a shallow array of all messages.
 */
export const mostGrowth = 1.05;

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
  // there. The record of tools is taken as it is: an agent that is typed by each of its tools would
  // pay for each. Measured: 7,870.
  typesOfAgent: {
    most: 9_000,
    unit: 'type instantiations for an agent with fifty tools',
    lookAt: '`AgentOptions`, `AnyTool` and `RunResult`: they should not depend on the tools’ types',
  },

  // What one step with one call costs, whatever came before it: a step costs what it adds.
  // Two messages: the model's response and the results of its calls. Each is encoded once.
  messagesOfStep: {
    most: 2,
    unit: 'newly encoded messages',
    lookAt: '`model/encode/create-prompt-encoder.ts`: it remembers what a message became',
  },
  // The input and the output of the call; nothing is validated again.
  validationsOfStep: {
    most: 2,
    unit: 'validations',
    lookAt: 'the stages of `call/pipeline.ts` that validate, and who calls them twice',
  },
  // The results of the step before with the response and the call as it begins; the call as it settled.
  commitsOfStep: {
    most: 2,
    unit: 'commits',
    lookAt: '`agent/step/keep-response.ts` and `agent/calls`: what could be committed together',
  },
  // The input; the response with the call that waits, and the run with it.
  commitsToWait: {
    most: 2,
    unit: 'commits',
    lookAt: '`canRest` in `agent/step/keep-response.ts`',
  },
  // The decision, with which the call begins; the call as it settled; the answer with the end.
  commitsFromApproval: {
    most: 3,
    unit: 'commits',
    lookAt: '`agent/decide/decide.ts`, `agent/step/keep-response.ts` and `agent/run/put-away.ts`',
  },
  // Twice the run, twice the call, two messages; and that the call is forgotten, its result being in
  // the second of these. It keeps a waiting run as small as its conversation, however long it is.
  recordsOfStep: {
    most: 7,
    unit: 'committed records',
    lookAt: 'what the commits of `agent/step/keep-response.ts` and `agent/calls` hold',
  },
  // The seven, with a call whose payloads are some 30 characters. Measured: 1,391 and 80.
  recordBytesOfStep: {
    most: 1_600,
    unit: 'characters of committed records',
    lookAt: 'a field of `RunRecord` or `CallRecord` that grows with the run',
  },
  // As it settled: those that settle at the same moment, ten here, share one, and all that begin at
  // once are committed with their response. Measured: 0.1.
  commitsOfParallelCall: {
    most: 0.15,
    unit: 'commits',
    lookAt: '`agent/calls/commit-calls.ts`, `start-call.ts` and `settle-call.ts`',
  },
  // Argument text is parsed for the tool, and again for the history: a tool may change what it gets.
  parsedOfInput: {
    most: 2,
    unit: 'times its length of parsed JSON',
    lookAt: '`call/read-json.ts` and `agent/step/history-call.ts`',
  },
  // Partial input reads each character once, and how deeply the whole is nested is looked at once.
  // Measured: 2.05, with the last character of every piece.
  lookedAtOfInput: {
    most: 2.1,
    unit: 'times its length of characters looked at',
    lookAt: '`call/partial-input.ts` and `call/read-json.ts`',
  },
  // The history has it, and until it settles the call's record twice: as accepted, and as the
  // transcript shows it, which the settled record keeps. Measured: 4.
  recordBytesOfInput: {
    most: 4.1,
    unit: 'times its length of committed records',
    lookAt: 'which records hold the input, in `store/records.ts`',
  },
  // A tool's JSON Schema is converted when the first request needs it, and never again.
  conversionsOfTool: {
    most: 1,
    unit: 'conversions to JSON Schema',
    lookAt:
      '`schema/describe.ts` and `agent/tools/toolset.ts`: descriptions are kept by tool and name',
  },

  // A run may wait for months, and there may be a million of them. What it keeps beside the messages
  // is its record and its call's, payloads of some 30 characters among them, whatever it has done
  // before. Measured: 831.
  bytesOfWaitingRun: {
    most: 900,
    unit: 'bytes of records beside its messages',
    lookAt: '`RunRecord` and `CallRecord` in `store/records.ts`, and `settings` in `agent/run`',
  },

  // Importing an entry point opens and reads each file, which costs about as much as the code in it.
  filesOfImport: {
    most: 10,
    unit: 'files',
    lookAt: 'how rolldown shares chunks between entry points',
  },

  // What an application on the edge pays: minified and compressed (gzip), the schema library and
  // optional peers apart, dependencies included. What is loaded by `import()` when it is needed does
  // not count: repairing inputs, plain JSON Schema, partial inputs, spans. Measured: 9,975, some 700 of
  // it since what `helve/runtime` shares with it is a file of its own, and compressed by itself.
  bundleOfTool: {
    most: 10_200,
    unit: 'compressed bytes',
    lookAt: 'the room that grew',
  },

  // The same with the loop: an agent that does nothing but begin. It is far above the 30,000 one might
  // wish for. Decisions, sub-agents, lists, recovery, traces, downloads, threads and older model
  // versions are loaded later; what is left, no room of it standing out, is what a run goes through,
  // and checks of what an agent is made with, which must be there when it is made. What need not wait
  // is carried out without promises, which takes more words. Measured: 58,914.
  bundleOfAgent: {
    most: 60_500,
    unit: 'compressed bytes',
    lookAt: 'the room that grew',
  },
} as const satisfies Readonly<Record<string, Budget>>;

/**
 * What importing an entry point reads, comments and all, before anything is run. An entry point has
 * its budget here, or the check of the packed packages fails.
 */
export const bytesOfImport: Omit<Budget, 'most'> & {
  readonly most: Readonly<Record<string, number>>;
} = {
  most: {
    helve: 122_000, // measured: 112,813
    'helve/agent': 440_000, // measured: 406,899
    // for packages that run tools
    'helve/runtime': 135_000, // measured: 124,006
    // a database's package imports it for the contract
    'helve/store': 25_000, // measured: 24,050
    // with the checks of every store
    'helve/testing': 560_000, // measured: 516,982
    // both without the SDK of the protocol
    '@helve/mcp/client': 97_000, // measured: 88,760
    '@helve/mcp/server': 92_000, // measured: 84,297
    '@helve/postgres': 54_000, // measured: 51,264
    '@helve/sqlite': 49_000, // measured: 46,421
  },
  unit: 'bytes',
  lookAt: 'what the entry point imports at once: what few need is loaded by `import()`',
};
