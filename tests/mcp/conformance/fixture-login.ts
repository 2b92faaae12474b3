import type { McpHttpServer } from '@helve/mcp/client';
import { ClientCredentialsProvider, PrivateKeyJwtProvider } from '@modelcontextprotocol/client';

/** What the suite tells a client of itself. */
export interface ConformanceContext {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly private_key_pem?: string;
  readonly signing_algorithm?: string;
}

type Provider = Extract<McpHttpServer['auth'], { redirectUrl: unknown }>;
type Tokens = Parameters<Provider['saveTokens']>[0];
type ClientInformation = Parameters<NonNullable<Provider['saveClientInformation']>>[0];
type Discovery = Parameters<NonNullable<Provider['saveDiscoveryState']>>[0];

const REDIRECT = 'http://localhost:3000/callback';
const METADATA = 'https://conformance-test.local/client-metadata.json';

/** The login that a scenario is about. */
export function loginFor(
  scenario: string,
  context: ConformanceContext,
): McpHttpServer['auth'] & (ConformanceLogin | object) {
  const { client_id: clientId = '', client_secret: clientSecret = '' } = context;
  switch (scenario) {
    case 'auth/client-credentials-basic':
      return new ClientCredentialsProvider({ clientId, clientSecret });
    case 'auth/client-credentials-jwt':
      return new PrivateKeyJwtProvider({
        clientId,
        privateKey: context.private_key_pem ?? '',
        algorithm: context.signing_algorithm ?? 'ES256',
      });
    default:
      return new ConformanceLogin(context);
  }
}

/** A login without a person: the authorization server of the suite agrees to everything. */
export class ConformanceLogin implements Provider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadataUrl = METADATA;
  readonly clientMetadata = {
    client_name: 'helve-conformance',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: 'native',
  };
  /** What came to the redirect address last. */
  callback: URLSearchParams | undefined;
  readonly #context: ConformanceContext;
  /** Credentials are good at the authorization server that gave them. */
  readonly #information = new Map<string, ClientInformation>();
  #tokens: Tokens | undefined;
  #verifier = '';
  #discovery: Discovery | undefined;

  constructor(context: ConformanceContext) {
    this.#context = context;
  }

  clientInformation(at?: { readonly issuer: string }): ClientInformation | undefined {
    const { client_id, client_secret } = this.#context;
    if (client_id === undefined) return this.#information.get(at?.issuer ?? '');
    return { client_id, ...(client_secret === undefined ? {} : { client_secret }) };
  }

  saveClientInformation(information: ClientInformation, at?: { readonly issuer: string }): void {
    this.#information.set(at?.issuer ?? '', information);
  }

  tokens(): Tokens | undefined {
    return this.#tokens;
  }

  saveTokens(tokens: Tokens): void {
    this.#tokens = tokens;
    // It is for the way to the browser and back: the next login looks where the server belongs then.
    this.#discovery = undefined;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(discovery: Discovery): void {
    this.#discovery = discovery;
  }

  discoveryState(): Discovery | undefined {
    return this.#discovery;
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'tokens') this.#tokens = undefined;
    if (scope === 'all' || scope === 'discovery') this.#discovery = undefined;
    const isOurs = this.#context.client_id === undefined;
    if (isOurs && (scope === 'all' || scope === 'client')) this.#information.clear();
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const response = await fetch(url, { redirect: 'manual' });
    const location = response.headers.get('location');
    if (location) this.callback = new URL(location, url).searchParams;
  }
}
