import { apiError } from '@numscope/contracts';
import { type Logger, reasonOf } from '@numscope/platform';
import * as oidc from 'openid-client';
import type { ProviderSettings } from '../deps.ts';
import type { Claims } from './claims.ts';
import type { BegunSignIn } from './sign-in-cookie.ts';

const TIMEOUT_S = 10;
/** What a provider says of itself is read anew after so long: its keys and addresses change seldom. */
const KNOWN_MS = 3_600_000;

/** Somebody as the provider says. */
export interface ProviderPerson {
  issuer: string;
  subject: string;
  claims: Claims;
}

/** What the provider says as it should is a refusal; all else is that it is not there, or not as it should be. */
const refusals = new Set([
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
  'OAUTH_RESPONSE_BODY_ERROR',
]);

const textAt = (error: unknown, field: string): string =>
  typeof error === 'object' && error !== null && field in error ? String(Reflect.get(error, field)) : '';

/** `error` of RFC 6749 or what the check found, bounded; never a description, which may hold anything. */
const faultOf = (error: unknown): string => (textAt(error, 'error') || textAt(error, 'code')).slice(0, 100);

/**
 * The identity provider by OpenID Connect: code flow with PKCE, and every ID token checked by the provider's keys.
 */
export class OpenIdProvider {
  readonly #settings: ProviderSettings;
  readonly #log: Logger;
  #known: { configuration: Promise<oidc.Configuration>; until: number } | undefined;

  constructor(settings: ProviderSettings, log: Logger) {
    this.#settings = settings;
    this.#log = log;
  }

  /** Where to send the browser, and what it will be known by. @throws ApiError PROVIDER_AWAY */
  async begin(): Promise<{ url: string; begun: BegunSignIn }> {
    const configuration = await this.#configuration();
    const begun = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#settings.redirectUri,
      scope: this.#settings.scopes,
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, begun };
  }

  /**
   * Who somebody is who came back with these parameters. Claims of the ID token, and those of the user info besides
   * where the provider has one.
   * @throws ApiError PROVIDER_REFUSED, PROVIDER_AWAY
   */
  async redeem(returned: Readonly<Record<string, string>>, begun: BegunSignIn): Promise<ProviderPerson> {
    const configuration = await this.#configuration();
    const came = new URL(this.#settings.redirectUri);
    came.search = new URLSearchParams(returned).toString();
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, came, {
        expectedState: begun.state,
        expectedNonce: begun.nonce,
        pkceCodeVerifier: begun.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw apiError('PROVIDER_REFUSED');
      const { issuer, userinfo_endpoint: userInfo } = configuration.serverMetadata();
      const more = userInfo ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
      return { issuer, subject: claims.sub, claims: { ...more, ...claims } };
    } catch (error) {
      throw this.#refusal(error);
    }
  }

  #refusal(error: unknown): Error {
    const fault = faultOf(error);
    if (refusals.has(textAt(error, 'code'))) {
      this.#log.info({ fault }, 'the identity provider let somebody not in');
      return apiError('PROVIDER_REFUSED', { details: [{ field: 'error', message: fault }], cause: error });
    }
    this.#log.warn({ reason: reasonOf(error), fault }, 'the identity provider could not be asked');
    return apiError('PROVIDER_AWAY', { cause: error });
  }

  /** Asked for once by many that need it at a time; what failed is asked for anew. */
  async #configuration(): Promise<oidc.Configuration> {
    if (!this.#known || this.#known.until <= performance.now())
      this.#known = { configuration: this.#discover(), until: performance.now() + KNOWN_MS };
    const known = this.#known;
    try {
      return await known.configuration;
    } catch (error) {
      if (this.#known === known) this.#known = undefined;
      this.#log.warn({ reason: reasonOf(error), fault: faultOf(error) }, 'the identity provider could not be asked');
      throw apiError('PROVIDER_AWAY', { cause: error });
    }
  }

  #discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const server = new URL(issuer);
    // The settings allow plain HTTP for this very machine alone.
    const insecure = server.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
    return oidc.discovery(server, clientId, undefined, oidc.ClientSecretBasic(clientSecret), {
      execute: [oidc.enableNonRepudiationChecks, ...insecure],
      timeout: TIMEOUT_S,
    });
  }
}
