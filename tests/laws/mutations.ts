/** A change to the library that breaks a law. `tests/laws` has to notice each of them. */
export interface Mutation {
  /** The law's file in this folder. */
  readonly law: string;
  /** What the change does. */
  readonly what: string;
  /** A file of the library, below `packages/helve/src`. */
  readonly file: string;
  /** Text that stands in that file exactly once, and what takes its place. */
  readonly edits: readonly (readonly [find: string, replace: string])[];
}

/**
 * At least one change for every law, each one that could be made by accident. Where one of these
 * texts is no longer found, the code has moved on: find the place that decides the same now.
 */
export const MUTATIONS: readonly Mutation[] = [
  {
    law: 'one-end',
    what: 'the results of a step are put into the history in the opposite order',
    file: 'agent/run/tool-message.ts',
    edits: [['known.sort((a, b) => a.index - b.index)', 'known.sort((a, b) => b.index - a.index)']],
  },
  {
    law: 'one-end',
    what: 'a call that was declined is announced as an error too',
    file: 'agent/calls/settle-call.ts',
    edits: [
      [
        "run.emit('tool-output-denied', { ...entry, approval }, source);",
        "run.emit('tool-output-denied', { ...entry, approval }, source); run.emit('tool-error', { ...entry, error: reason, code: 'REFUSED' }, source);",
      ],
    ],
  },
  {
    law: 'no-run-without-right',
    what: 'the gate does not hear that a tool always asks',
    file: 'call/gate.ts',
    edits: [["if (own === true) askedBy.push({ source: 'tool' });", '']],
  },
  {
    law: 'no-run-without-right',
    what: 'an approval binds to the call and not to its input',
    file: 'call/digest.ts',
    edits: [
      [
        'canonicalJson([toolName, acceptedInput, normalizedParsedInput])',
        'canonicalJson([toolName])',
      ],
    ],
  },
  {
    law: 'no-run-without-right',
    what: 'a guard that refuses is not heard',
    file: 'call/authorize.ts',
    edits: [['return refused(toolName, verdict.reason);', 'return GRANTED;']],
  },
  {
    law: 'consent-is-the-hosts',
    what: 'the model may answer calls without having been allowed to',
    file: 'agent/tools/internal-tools.ts',
    edits: [
      [
        'parts.options.autoResumeSuspendedTools ? run.record.threadId : undefined',
        'run.record.threadId',
      ],
    ],
  },
  {
    law: 'fail-closed',
    what: 'a guard that fails lets the call pass',
    file: 'call/authorize.ts',
    edits: [
      [
        '  return refused(toolName, undefined);\n}\n\n/** Only what',
        '  return GRANTED;\n}\n\n/** Only what',
      ],
    ],
  },
  {
    law: 'fail-closed',
    what: 'an approval rule that fails asks nobody',
    file: 'call/gate.ts',
    edits: [["return 'failed';", 'return false;']],
  },
  {
    law: 'fail-closed',
    what: 'where toModelOutput fails the model is given the output as it is',
    file: 'call/model-output.ts',
    edits: [
      [
        '  return NOT_SHOWN;\n}\n\nfunction asModelOutput',
        "  return { type: 'json', value: normalize(output) };\n}\n\nfunction asModelOutput",
      ],
    ],
  },
  {
    law: 'raw-stays-home',
    what: 'where a transform fails people are shown the payload as it is',
    file: 'call/project.ts',
    edits: [
      [
        '  return hidden(phase);\n}\n\n/** By call',
        '  return { shown: true, value: rawForm(source, phase as Phase, context) };\n}\n\n/** By call',
      ],
    ],
  },
  {
    law: 'raw-stays-home',
    what: 'errors are logged as they are',
    file: 'call/log-fields.ts',
    edits: [['(call.tool?.transform ? withoutPayload(error) : { error })', '({ error })']],
  },
  {
    law: 'raw-stays-home',
    what: 'a settled call keeps its payloads',
    file: 'agent/calls/settle-call.ts',
    edits: [
      [
        'if (policy) settled.policy = policy;',
        'if (policy) settled.policy = policy; Object.assign(settled, { ...record, ...settled });',
      ],
    ],
  },
  {
    law: 'hooks-watch',
    what: 'onInputAvailable is told twice',
    file: 'call/call-hooks.ts',
    edits: [
      [
        'if (!onInputAvailable) return;',
        "this.#chain.run('onInputAvailable', () => onInputAvailable?.({ ...this.#options, input })); if (!onInputAvailable) return;",
      ],
    ],
  },
  {
    law: 'hooks-watch',
    what: 'what a hook throws fails its call',
    file: 'call/hook-chain.ts',
    edits: [['      this.#report(name, error);\n      return undefined;', '      throw error;']],
  },
  {
    law: 'waiting-is-safe',
    what: 'a suspension is announced before it is stored',
    file: 'agent/calls/start-call.ts',
    edits: [
      [
        '  const transcript = await suspendedTranscript(',
        "  run.emit('tool-call-suspended', { toolCallId, toolName, waitNumber: nextWait(record), args: source.input, suspendPayload: payload }, source);\n  const transcript = await suspendedTranscript(",
      ],
    ],
  },
  {
    law: 'waiting-is-safe',
    what: 'a payload that is falsy counts as none',
    file: 'agent/calls/start-call.ts',
    edits: [
      [
        'payload === undefined ? undefined : normalize(payload);',
        'payload ? normalize(payload) : undefined;',
      ],
    ],
  },
  {
    law: 'one-decision',
    what: 'a store takes records whatever their version',
    file: 'store/find-conflict.ts',
    edits: [
      ['if (isHeld || run.version !== nextVersion(current)) {', 'if (run.version < 0) {'],
      [
        'if (seen?.has(call) || isGone || version !== nextVersion(current)) {',
        'if (seen?.has(call) || isGone || version < 0) {',
      ],
    ],
  },
  {
    law: 'one-decision',
    what: 'a late answer to one question is taken for the next',
    file: 'agent/decide/find-waiting.ts',
    edits: [['waitNumber === undefined || waitNumber === present', 'present > 0']],
  },
  {
    law: 'waiting-is-safe',
    what: 'a call that suspends again has the same number',
    file: 'agent/calls/start-call.ts',
    edits: [
      [
        '  const waitNumber = nextWait(record);',
        '  const waitNumber = record.attempts > 1 ? 2 : 1;',
      ],
    ],
  },
  {
    law: 'it-always-returns',
    what: 'a tool that is aborted is waited for',
    file: 'call/race.ts',
    edits: [
      [
        "    signal?.addEventListener('abort', onAbort, { once: true });\n    // The work",
        '    // The work',
      ],
    ],
  },
  {
    law: 'it-always-returns',
    what: 'what comes too late is not logged',
    file: 'call/race.ts',
    edits: [['if (over) limits.onLate?.(', 'if (over) void (']],
  },
  {
    law: 'linear',
    what: 'every request gets the one array that is kept',
    file: 'model/encode/create-prompt-encoder.ts',
    edits: [
      [
        'known.prompt = known.prompt.concat(encodeAll(messages, known.length, encode));',
        '(known.prompt as EncodedMessage[]).push(...encodeAll(messages, known.length, encode));',
      ],
    ],
  },
  {
    law: 'linear',
    what: 'messages are encoded again at every step',
    file: 'model/encode/create-prompt-encoder.ts',
    edits: [
      ['known && continues(known, messages)', 'known && known.length < 0'],
      ['encodedMessages.set(message, encoded);', ''],
    ],
  },
  {
    law: 'linear',
    what: 'schemas are converted whenever they are needed',
    file: 'schema/describe.ts',
    edits: [['kept.set(key, made);', '']],
  },
  {
    law: 'a-crash-loses-nothing',
    what: 'hints of a source that nobody trusts are believed',
    file: 'tool/trusted-hints.ts',
    edits: [['mcp?.trusted !== false', 'true']],
  },
  {
    law: 'a-crash-loses-nothing',
    what: 'every tool that was interrupted runs again',
    file: 'agent/recover/judge-call.ts',
    edits: [["(repeat === 'if safe' && !isSafe)", 'false']],
  },
  {
    law: 'a-crash-loses-nothing',
    what: 'tools that only read are given up too',
    file: 'agent/recover/judge-call.ts',
    edits: [["(repeat === 'if safe' && !isSafe)", "repeat === 'if safe'"]],
  },
  {
    law: 'a-crash-loses-nothing',
    what: 'calls that were not written down are forgotten',
    file: 'agent/recover/unrecorded-calls.ts',
    edits: [['run.calls.has(part.toolCallId) ? [] : [{ part, index }]', '[]']],
  },
  {
    law: 'a-crash-loses-nothing',
    what: 'the calls that a cut-off run had made are forgotten as it goes on',
    file: 'agent/run/restore-run.ts',
    edits: [
      [
        "const isOpen = record.state === 'waiting' || last?.role === 'assistant';",
        "const isOpen = record.state === 'waiting';",
      ],
    ],
  },
  {
    law: 'a-crash-loses-nothing',
    what: 'what becomes of interrupted calls is not stored as the run is taken over',
    file: 'agent/recover/recover-run.ts',
    edits: [
      [
        'await run.commit({ run: run.next({ recoveries }), calls });',
        'await run.commit({ run: run.next({ recoveries }) });',
      ],
    ],
  },
  {
    law: 'errors-are-for-someone',
    what: 'the model is told the stack',
    file: 'call/execute.ts',
    edits: [
      [
        "failed({ code: 'TOOL_FAILED', error, modelText: message,",
        "failed({ code: 'TOOL_FAILED', error, modelText: error instanceof Error ? String(error.stack) : message,",
      ],
    ],
  },
  {
    law: 'errors-are-for-someone',
    what: 'what a tool throws is not logged',
    file: 'call/log-failure.ts',
    edits: [["TOOL_FAILED: 'error',", '']],
  },
];
