import type { Target } from './targets.ts';

/**
 * Why a target is not reached, by the words that its name begins with: what profiles of the work show.
 * `node --cpu-prof`, `--heap-prof` and counts of promises by where they are made; see
 * docs/performance.md.
 */
const reasons: Readonly<Record<string, string>> = {
  'import, times':
    'Four files of 115 kB together are found, read and compiled, and nothing is carried out but what declares them. The figure is within a few hundredths of the target from run to run.',
  'bundle of one tool':
    'What came last is checked as a tool is made: waits that expire, and schemas that are made of what was asked. Their messages say what to write instead, and are most of it.',
  'bundle with the loop':
    'Decisions, sub-agents, lists, recovery, traces, downloads, threads, coercion, expiries, older model versions and the reader of partial inputs are loaded when they are needed first. What is left is what every run goes through, no part of it standing out, and what is checked as an agent or a tool is made, which cannot be loaded later: policies, sub-agents, waits, schemas.',
  '1 call, times full hand':
    'Some 45 µs are paid once a run, and a run of one call has nothing else to spread them over. The profile is flat: garbage collection 12 % (some 70 KB a run), the settings of the run, its first and its last commit, ids, and 78 promises in all. The full hand commits nothing and makes no record of the run.',
  '1 call, faster':
    'See the same against full hand: what a run costs before its first step outweighs the steps.',
  'steps, times full hand':
    'A step makes 36 promises, some 30 KB of garbage, and two commits: the response with its calls, and their results with what comes next. The rest is records of runs, calls and messages with their versions, which the full hand has not, and garbage collection.',
  'steps, faster':
    'What a run costs once weighs most in short runs; the rest is the step, as against full hand.',
  parallel:
    'Calls that settle at the same moment share a commit. What is left is 13 promises, 2 records and a context a call, which has members of its own for what tools rarely ask for; the JSON of each input is parsed twice, for the tool and for the history.',
  'steps, exponent':
    'By the CPU time of the main thread it is 1.02 to 1.04; the rest are collections of a heap that keeps the messages of the run. What is done a step is counted by budgets without a clock (tests/budgets/growth) and does not grow.',
  'direct call':
    'One async function a call; of some 90 ns above the parses, a third are two looks at the global object for tracing that is registered late, the rest the result objects of three stages.',
  'text delta':
    'A quarter is garbage collection of the log, which keeps every chunk for late readers.',
  '1 MB of input':
    'A third is garbage collection of the log, which keeps every chunk for late readers.',
  '128 KB → 1 MB':
    'What is done grows with the bytes; 128 KB fit the young generation of the heap and 1 MB does not, so the figure moves with collections.',
  'live heap':
    'The execution and its context 0.9 KB, four asynchronous frames 1.5 KB, settings 0.6 KB, the beginning of the run 0.8 KB, the runtime of the step 0.5 KB, maps and sets of run, store and adapter 1.2 KB, and the records in the store, which the full hand (5.4 KB) has not.',
  '1,000 runs':
    'The 100 ms of the tool and what 1,000 runs cost on one thread: see the time of one call.',
  'CPU time of a call, 1 tool':
    "No part stands out. Of what is above raw, roughly, in a profile on a busy machine: making the call, its context and its result 26 %, the stages of the pipeline 23 %, a timer, an abort controller with its listeners and an id 21 %, garbage collection 8 %, shaping the result for the client's revision 8 %, promises 7 %. One timer for all calls would be cheaper, and would not go off on the edge, where a timer ends with the request that set it. Raw times nothing out, and its handler hears no abort.",
  'CPU time of a call, 100 tools':
    'Nothing in a call is done a tool: a call looks its tool up in a map. What is above has not been seen in a profile: take it for noise of the machine.',
  'times the rate of mastra':
    'Both are as quick as the database confirms writes. Helve commits two transactions up to the wait (the input; the response with the call and the wait) and three from the approval to the end (the decision; the call as it settled; the answer with the end), so that a process killed at any instant loses nothing; Mastra keeps nothing until the run waits, then writes two snapshots, and deletes them at the end. None of the five can be spared: each is what a killed process must find again.',
  'above its messages':
    'The run, its open call, and the ids of the calls before it, which stay taken: some 60 bytes each with their index. In memory that is objects, maps and sets.',
  'what waits among 100,000':
    'A page is two queries. In memory, the runs that wait are looked through for those with a call of the tool, of which nothing is indexed there.',
  'suspend and resume':
    'No part stands out: a suspension makes 53 promises and a resume 114. Of a resume: loop and commits 22 %, asking the model 15 %, garbage collection 12 %, engine and promises 11 %, checking the stored call again with its digest 9 %, restoring the run 8 %, running and settling the call 6 %, the store 6 %, finding and taking the decision 3 %. The check is what makes an approval hold for what was approved, and stays.',
};

/** What stands behind the targets that were not reached, as items of a list. */
export function reasonsFor(targets: readonly Target[]): readonly string[] {
  return targets
    .filter(({ reached }) => !reached)
    .map(({ what }) => {
      const key = Object.keys(reasons).find((words) => what.includes(words));
      return `- ${what}: ${key === undefined ? 'not looked into yet.' : reasons[key]}`;
    });
}
