import { createTool } from 'helve';
import { describe, expect, test } from 'vitest';
import { rawCall, rawRequest, serverOf } from '../server-kit.ts';
import type { VerifiedToken } from './auth-options.ts';

const resource = 'https://mcp.example.com/mcp';
const later = Math.floor(Date.now() / 1000) + 3600;
const good: VerifiedToken = {
  clientId: 'c-1',
  subject: 'ada',
  scopes: ['tools'],
  expiresAt: later,
  audience: resource,
  extra: { plan: 'pro' },
};

const tokens: Readonly<Record<string, VerifiedToken>> = {
  good,
  several: { ...good, audience: ['https://other.example', `${resource}/`] },
  elsewhere: { ...good, audience: 'https://other.example/mcp' },
  nobody: { ...good, audience: [] },
  expired: { ...good, expiresAt: later - 7200 },
  scopeless: { ...good, scopes: [] },
};

const whoAmI = createTool({
  id: 'who-am-i',
  execute: async (_input, { requestContext, mcp }) => ({
    user: requestContext.get('user'),
    client: mcp?.extra.authInfo?.['clientId'],
  }),
});

function server() {
  return serverOf(
    { whoAmI },
    {
      auth: {
        resource,
        authorizationServers: ['https://login.example.com'],
        requiredScopes: ['tools'],
        verifyToken: async (token) => {
          if (token === 'broken') throw new Error('jwks: ECONNREFUSED 10.0.0.1');
          return tokens[token];
        },
      },
      requestContext: ({ authInfo }) => ({ user: authInfo?.extra?.['subject'] }),
    },
  );
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('behind access tokens', () => {
  test.each(['good', 'several'])(
    'a token that is %s lets its user in, and tools know who it is',
    async (token) => {
      const answer = await rawCall(server(), 'whoAmI', {}, { headers: bearer(token) });
      expect(answer.result?.['content']).toEqual([
        { type: 'text', text: '{"user":"ada","client":"c-1"}' },
      ]);
    },
  );

  test.each([
    ['elsewhere', 401],
    ['nobody', 401],
    ['expired', 401],
    ['unknown', 401],
    ['broken', 401],
    ['scopeless', 403],
  ])('a token that is %s is refused, and told where to get a good one', async (token, status) => {
    const response = await server().fetch(rawRequest('tools/list', {}, { headers: bearer(token) }));
    expect(response.status).toBe(status);
    expect(response.headers.get('www-authenticate')).toContain(
      'resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp"',
    );
    expect(await response.text()).not.toContain('10.0.0.1');
  });

  test.each([{}, { authorization: 'Basic YTpi' }, { authorization: 'Bearer' }])(
    'no token lets nobody in: %j',
    async (headers: Readonly<Record<string, string>>) => {
      const response = await server().fetch(rawRequest('tools/list', {}, { headers }));
      expect(response.status).toBe(401);
    },
  );

  test('clients find out where tokens come from', async () => {
    const response = await server().fetch(
      new Request('http://localhost/.well-known/oauth-protected-resource/mcp'),
    );
    expect(await response.json()).toEqual({
      resource,
      authorization_servers: ['https://login.example.com'],
      scopes_supported: ['tools'],
      bearer_methods_supported: ['header'],
      resource_name: 'test',
    });
  });

  test('what waits for one user cannot be answered by another', async () => {
    const drop = createTool({ id: 'drop', requireApproval: true, execute: async () => 'dropped' });
    const shared = serverOf(
      { drop },
      {
        auth: {
          resource,
          authorizationServers: [],
          verifyToken: (token) => ({ ...good, subject: token }),
        },
      },
    );
    const asked = await rawCall(shared, 'drop', {}, { headers: bearer('ada') });
    const answer = {
      requestState: String(asked.result?.['requestState']),
      inputResponses: { approval: { action: 'accept', content: { approve: true } } },
    };
    const eve = await rawCall(shared, 'drop', {}, { ...answer, headers: bearer('eve') });
    expect(eve.error).toMatchObject({ code: -32602 });
    const ada = await rawCall(shared, 'drop', {}, { ...answer, headers: bearer('ada') });
    expect(ada.result).toMatchObject({ content: [{ text: 'dropped' }] });
  });
});

test('an address that is none is refused when the server is made', () => {
  const auth = { resource: 'mcp', authorizationServers: [], verifyToken: () => undefined };
  expect(() => serverOf({ whoAmI }, { auth })).toThrow('auth.resource');
});
