import { createTool } from 'helve';
import * as schemas from './people-schemas.ts';

export const findPeople = createTool({
  id: 'find-people',
  inputSchema: schemas.personSearch,
  outputSchema: schemas.people,
  mcp: { annotations: { readOnlyHint: true, openWorldHint: false } },
  execute: async ({ name = '', email = '', roles }) => ({
    people: roles.map((role) => ({ id: role, name, email, role, phone: null })),
    more: false,
  }),
  toModelOutput: ({ people }) => people.map(({ id, name }) => ({ id, name })),
});

export const readPerson = createTool({
  id: 'read-person',
  inputSchema: schemas.personId,
  outputSchema: schemas.onePerson,
  requestContextSchema: schemas.tenant,
  execute: async ({ personId }, { requestContext }) => ({
    id: personId,
    name: requestContext.get('tenantId'),
    email: 'ada@example.com',
    role: requestContext.get('admin') ? 'admin' : 'viewer',
    phone: null,
  }),
  transform: {
    display: { output: ({ output }) => output?.name },
    transcript: { output: ({ output }) => output?.id },
  },
});

export const invite = createTool({
  id: 'invite',
  inputSchema: schemas.invitation,
  outputSchema: schemas.invited,
  requireApproval: ({ role, days }) => role === 'admin' || days > 14,
  execute: async ({ email, days }) => ({ link: `mailto:${email}`, until: String(days) }),
});

export const sendMessage = createTool({
  id: 'send-message',
  inputSchema: schemas.contact,
  suspendSchema: schemas.question,
  resumeSchema: schemas.consent,
  requireApproval: async (message) => message.by === 'sms',
  execute: async (message, { suspend, resumeData }) => {
    if (!resumeData?.agreed) return suspend({ text: `Send by ${message.by}?` });
    return { sent: message.by === 'push' ? message.device : message.to, at: resumeData.at };
  },
  onOutput: ({ output }) => output.sent,
});

export const readTeam = createTool({
  id: 'read-team',
  inputSchema: schemas.personId,
  outputSchema: schemas.team,
  execute: async ({ personId }) => ({ name: personId, members: [], teams: [] }),
  toModelOutput: ({ name, teams }) => ({ name, below: teams.map((team) => team.members.length) }),
});

export const askAbsence = createTool({
  id: 'ask-absence',
  inputSchema: schemas.absence,
  outputSchema: schemas.absenceState,
  requireApproval: ({ days, kind }) => kind === 'holiday' && days > 20,
  execute: async ({ user, from, days, kind }) => ({
    left: 30 - days,
    overlaps: [{ user, from, days, kind }],
  }),
  transform: {
    display: { output: ({ output }) => output?.overlaps.map(({ from }) => from.toDateString()) },
  },
});

export const readProfile = createTool({
  id: 'read-profile',
  inputSchema: schemas.userId,
  outputSchema: schemas.profile,
  execute: async (user) => ({ user, name: 'Ada', languages: new Set(['en']) }),
  toModelOutput: ({ name, languages }) => `${name} speaks ${[...languages].join(', ')}`,
});

export const changeProfile = createTool({
  id: 'change-profile',
  inputSchema: schemas.profileChange,
  requireApproval: true,
  execute: async ({ set, unset = [] }) => ({ changed: [...Object.keys(set), ...unset] }),
});

export const changePassword = createTool({
  id: 'change-password',
  inputSchema: schemas.password,
  timeoutMs: 2_000,
  execute: async ({ user }) => ({ changed: user }),
  transform: { display: {}, transcript: {} },
});

export const removePerson = createTool({
  id: 'remove-person',
  inputSchema: schemas.personId,
  requestContextSchema: schemas.tenant,
  requireApproval: (_, { annotations }) => annotations.destructiveHint === true,
  mcp: { annotations: { destructiveHint: true } },
  execute: async ({ personId }, { requestContext, observe }) =>
    observe.span('remove', async () => ({ personId, tenant: requestContext.get('tenantId') })),
});
