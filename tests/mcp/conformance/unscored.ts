/**
 * Scenarios that the suite runs and does not score, and that fail here: by name, and why. One that
 * is not in this list fails the check, and so does one in it that passes.
 */
export const SERVER_UNSCORED: Readonly<Record<string, string>> = Object.fromEntries(
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

/** The same of clients. */
export const CLIENT_UNSCORED: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'auth/enterprise-managed-authorization',
    'auth/dpop',
    'auth/dpop-nonce',
    'auth/wif-jwt-bearer',
  ].map((scenario) => [
    scenario,
    'an extension of the login is the work of the OAuthClientProvider that an application passes as `auth`',
  ]),
);
