/** What a verified access token says. */
export interface ClientAuth {
  readonly token: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Seconds since 1970. */
  readonly expiresAt?: number;
  /** Whatever else the verifier gave; `subject` names the user. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** What the application found in an access token. */
export interface VerifiedToken {
  readonly clientId: string;
  /** The user, where the token is one's (`sub`). */
  readonly subject?: string;
  readonly scopes?: readonly string[];
  /** Seconds since 1970 (`exp`). A token without an end is refused. */
  readonly expiresAt: number;
  /** For whom the token was issued (`aud`). It has to name this server. */
  readonly audience: string | readonly string[];
  /** Whatever else tools and `requestContext` should know. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** How clients over HTTP prove who they are. */
export interface AuthOptions {
  /** This server's public address, as the authorization server knows it: the tokens' audience. */
  readonly resource: string;
  /** The addresses of the authorization servers that issue tokens for it. */
  readonly authorizationServers: readonly string[];
  /**
   * Checks a token's signature, issuer and expiry, or asks the authorization server; nothing where
   * it is not valid. Audience, expiry and scopes are checked here once more.
   */
  readonly verifyToken: (
    token: string,
  ) => VerifiedToken | undefined | Promise<VerifiedToken | undefined>;
  /** Scopes that every request needs. */
  readonly requiredScopes?: readonly string[];
}
