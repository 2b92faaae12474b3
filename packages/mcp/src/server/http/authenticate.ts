import type { AuthInfo } from '@modelcontextprotocol/server';
import {
  getOAuthProtectedResourceMetadataUrl,
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
} from '@modelcontextprotocol/server';
import type { Logger } from 'helve';
import { InvalidMcpServerError } from '../invalid-mcp-server-error.ts';
import { settleWithin } from '../settle-within.ts';
import type { AuthOptions, VerifiedToken } from './auth-options.ts';

/** Whose request it is, or the answer to one that does not say. */
export type Authenticate = (request: Request) => Promise<AuthInfo | Response>;

/** What serving behind access tokens needs. */
export interface Authentication {
  readonly authenticate: Authenticate;
  /** The path of the document that tells clients where to get a token. */
  readonly metadataPath: string;
  /** That document. */
  metadata(): Response;
}

/**
 * Makes a resource server of OAuth 2 of this server: tokens are refused that were not issued for it,
 * since one that another service handed on would be taken for its user.
 *
 * @throws InvalidMcpServerError where `resource` is no address.
 */
export function createAuthentication(
  { resource, authorizationServers, verifyToken, requiredScopes }: AuthOptions,
  name: string,
  logger: Logger,
  timeoutMs: number,
): Authentication {
  const address = addressOf(resource);
  const resourceMetadataUrl = getOAuthProtectedResourceMetadataUrl(address);
  const verifyAccessToken = async (token: string): Promise<AuthInfo> => {
    const verified = await verify(token, verifyToken, logger, timeoutMs);
    if (!verified) throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token is not valid.');
    return asAuthInfo(token, verified, address);
  };
  return {
    authenticate: requireBearerAuth({
      verifier: { verifyAccessToken },
      ...(requiredScopes ? { requiredScopes: [...requiredScopes] } : {}),
      resourceMetadataUrl,
      expectedResource: address,
    }),
    metadataPath: new URL(resourceMetadataUrl).pathname,
    metadata: () =>
      Response.json(
        {
          resource: address.href,
          authorization_servers: authorizationServers,
          ...(requiredScopes ? { scopes_supported: requiredScopes } : {}),
          bearer_methods_supported: ['header'],
          resource_name: name,
        },
        { headers: { 'access-control-allow-origin': '*' } },
      ),
  };
}

function addressOf(resource: string): URL {
  try {
    return new URL(resource);
  } catch (cause) {
    throw new InvalidMcpServerError(
      `auth.resource must be this server's public address, such as "https://example.com/mcp"; "${resource}" is none.`,
      { cause },
    );
  }
}

/** What the application's code says of a token. A failure of it is no token, and is logged. */
async function verify(
  token: string,
  verifyToken: AuthOptions['verifyToken'],
  logger: Logger,
  timeoutMs: number,
): Promise<VerifiedToken | undefined> {
  try {
    return await settleWithin(verifyToken(token), timeoutMs);
  } catch (error) {
    logger.error('auth.verifyToken failed; the request is refused.', { error });
    return undefined;
  }
}

/** `resource` is set only where the token names this server; the SDK refuses one without. */
function asAuthInfo(
  token: string,
  { clientId, subject, scopes = [], expiresAt, audience, extra }: VerifiedToken,
  address: URL,
): AuthInfo {
  const named = typeof audience === 'string' ? [audience] : audience;
  const isForUs = named.some((one) => sameAddress(one, address));
  return {
    token,
    clientId,
    scopes: [...scopes],
    expiresAt,
    ...(isForUs ? { resource: address } : {}),
    extra: { ...extra, ...(subject === undefined ? {} : { subject }) },
  };
}

function sameAddress(text: string, address: URL): boolean {
  const plain = (url: URL): string => url.href.replace(/#.*$/, '').replace(/\/$/, '');
  try {
    return plain(new URL(text)) === plain(address);
  } catch {
    return false;
  }
}
