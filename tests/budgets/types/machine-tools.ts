import { createTool } from 'helve';
import * as schemas from './machine-schemas.ts';

export const listMachines = createTool({
  id: 'list-machines',
  inputSchema: schemas.machineFilter,
  outputSchema: schemas.machines,
  mcp: { annotations: { readOnlyHint: true } },
  execute: async ({ state = 'up', limit }) => ({ machines: [{ name: state, cpu: limit }] }),
  toModelOutput: ({ machines }) => machines.map(({ name }) => name),
});

export const readMachine = createTool({
  id: 'read-machine',
  inputSchema: schemas.machineName,
  outputSchema: schemas.machine,
  execute: async ({ machine }) => ({
    name: machine,
    state: 'up',
    load: [0.5],
    labels: { zone: 'a' },
    since: '2026-01-01T00:00:00Z',
  }),
  onOutput: ({ output }) => output.since.getTime(),
});

export const runCommand = createTool({
  id: 'run-command',
  inputSchema: schemas.command,
  outputSchema: schemas.commandResult,
  suspendSchema: schemas.command,
  resumeSchema: schemas.permission,
  requestContextSchema: schemas.operator,
  requireApproval: ({ command }, { requestContext }) =>
    command !== 'ls' && !requestContext.get('onCall'),
  timeoutMs: 60_000,
  execute: async (command, { suspend, resumeData, abortSignal }) => {
    if (!resumeData) return suspend(command);
    abortSignal.throwIfAborted();
    return { code: resumeData.allowed ? 0 : 1, output: command.args?.join(' ') ?? '' };
  },
  transform: {
    display: {
      suspend: ({ suspendPayload }) => suspendPayload?.command,
      output: ({ output }) => output?.code,
    },
  },
});

export const scaleService = createTool({
  id: 'scale-service',
  inputSchema: schemas.scale,
  requireApproval: ({ to }) => to > 10,
  execute: async ({ service, to }) => ({ service, replicas: to }),
});

export const deploy = createTool({
  id: 'deploy',
  inputSchema: schemas.deployment,
  outputSchema: schemas.deployed,
  requireApproval: ({ strategy }) => strategy.type === 'rolling' && strategy.atOnce > 3,
  background: { enabled: true },
  execute: async ({ service, env, probes }, { writer }) => {
    await writer.custom({ type: 'data-deploy', data: { env: env.length } });
    return { revision: 2, pods: [{ name: service, ready: probes?.ready?.path === '/' }] };
  },
  toModelOutput: ({ revision, pods }) => ({ revision, ready: pods.every(({ ready }) => ready) }),
});

export const readLogs = createTool({
  id: 'read-logs',
  inputSchema: schemas.logQuery,
  outputSchema: schemas.logLines,
  mcp: { annotations: { readOnlyHint: true } },
  execute: async ({ since, levels: [level], grep }) => [
    { at: since, level: level ?? 'info', text: grep ?? '' },
  ],
  toModelOutput: (lines) => lines.map(({ at, text }) => `${at.toISOString()} ${text}`).join('\n'),
});

export const setAlarm = createTool({
  id: 'set-alarm',
  inputSchema: schemas.alarm,
  strict: true,
  execute: async ({ metric, above, below, tell }) => ({ metric, range: [below, above], tell }),
  onOutput: ({ output }) => output.tell.length,
});

export const dropAlarm = createTool({
  id: 'drop-alarm',
  inputSchema: schemas.alarmId,
  requireApproval: true,
  execute: () => undefined,
});

export const rollBack = createTool({
  id: 'roll-back',
  inputSchema: schemas.rollback,
  outputSchema: schemas.deployed,
  requestContextSchema: schemas.operator,
  execute: async ({ service, to }, { requestContext }) => ({
    revision: to ?? 1,
    pods: [{ name: `${service}/${requestContext.get('operator')}`, ready: true }],
  }),
});

export const planBackup = createTool({
  id: 'plan-backup',
  inputSchema: schemas.backup,
  execute: async ({ volume, keep: { daily = 7, weekly = 4, monthly = 12 } }) =>
    new Map([[volume, daily + weekly + monthly]]),
});
