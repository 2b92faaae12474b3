import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
} from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { clientOf, httpFixture, stdioFixture } from './client-kit.ts';
import type { McpHttpServer } from './client-options.ts';
import { McpConfigError } from './mcp-errors.ts';

const login = 'https://login.test';

/** A server behind a login, and the authorization server beside it. */
function guarded(): NonNullable<McpHttpServer['fetch']> {
  const fixture = httpFixture();
  return async (to, init) => {
    const url = new URL(to);
    if (url.pathname.startsWith('/.well-known/oauth-protected-resource')) {
      return Response.json({ resource: fixture.url, authorization_servers: [login] });
    }
    if (url.href.startsWith(`${login}/.well-known/`)) {
      return Response.json({
        issuer: login,
        authorization_endpoint: `${login}/authorize`,
        token_endpoint: `${login}/token`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      });
    }
    if (url.href === `${login}/token`) {
      const form = new URLSearchParams(String(init?.body));
      const isRight = form.get('code') === 'c-1' && form.get('code_verifier') === 'v-1';
      return isRight
        ? Response.json({ access_token: 'right', token_type: 'Bearer' })
        : Response.json({ error: 'invalid_grant' }, { status: 400 });
    }
    const isKnown = new Headers(init?.headers).get('authorization') === 'Bearer right';
    return isKnown && fixture.fetch ? fixture.fetch(to, init) : new Response('', { status: 401 });
  };
}

/** What an application keeps of a login, where all its processes find it. */
function provider(): OAuthClientProvider & { readonly redirected: URL[] } {
  const redirected: URL[] = [];
  let tokens: OAuthTokens | undefined;
  let verifier = '';
  let discovered: OAuthDiscoveryState | undefined;
  return {
    redirected,
    redirectUrl: 'https://app.test/callback',
    clientMetadata: { redirect_uris: ['https://app.test/callback'] },
    clientInformation: () => ({ client_id: 'app' }),
    tokens: () => tokens,
    saveTokens: (saved) => {
      tokens = saved;
    },
    redirectToAuthorization: (url) => {
      redirected.push(url);
    },
    saveCodeVerifier: () => {
      verifier = 'v-1';
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (found) => {
      discovered = found;
    },
    discoveryState: () => discovered,
  };
}

test('a login that began in one process is finished in another', async () => {
  const auth = provider();
  const server = () => ({ url: 'http://fixture.test/mcp', fetch: guarded(), auth });
  const one = clientOf(server());
  await expect(one.definitions()).rejects.toMatchObject({ code: 'MCP_UNAUTHORIZED' });
  expect(auth.redirected.map(({ origin }) => origin)).toEqual([login]);
  await one.close();
  const two = clientOf(server());
  await two.finishAuth('fx', 'c-1');
  expect(Object.keys(await two.tools())).toContain('fx_echo');
  await two.close();
});

test('a login that was refused is not finished, and can be tried again', async () => {
  const auth = provider();
  const client = clientOf({ url: 'http://fixture.test/mcp', fetch: guarded(), auth });
  await expect(client.definitions()).rejects.toMatchObject({ code: 'MCP_UNAUTHORIZED' });
  await expect(client.finishAuth('fx', 'wrong')).rejects.toThrow();
  await client.finishAuth('fx', new URLSearchParams({ code: 'c-1' }));
  expect(Object.keys(await client.tools())).toContain('fx_echo');
  await client.close();
});

test('there is no login to a program, nor to a server that is not there', async () => {
  const client = clientOf(stdioFixture);
  await expect(client.finishAuth('fx', 'c')).rejects.toThrow(McpConfigError);
  await expect(client.finishAuth('fy', 'c')).rejects.toThrow(/no MCP server "fy"/);
});
