/**
 * Scenarios that the suite runs and does not score, and that fail here: by name, and why. One that
 * is not in this list fails the check, and so does one in it that passes.
 */
export const UNSCORED: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'tasks-lifecycle',
    'tasks-capability-negotiation',
    'tasks-wire-fields',
    'tasks-request-state-removal',
    'tasks-mrtr-input',
    'tasks-request-headers',
    'tasks-dispatch-and-envelope',
    'tasks-required-task-error',
    'tasks-mrtr-composition',
  ].map((scenario) => [
    scenario,
    'the Tasks extension is not offered: background tools run within their call',
  ]),
);
