import type { Module, Role } from '@numscope/contracts';
import type { EventBus, RevocationList, ServiceClient, ServiceKit, TokenSigner } from '@numscope/platform';
import type { SessionNews } from './session-news.ts';
import type { AuthStore } from './store/auth-store.port.ts';

/** What of an identity provider's claims gives a role or a module. */
export interface ClaimRule<Grant extends string> {
  grant: Grant;
  /** A claim's name, or the path to one within others, with dots. */
  claim: string;
  /** What it must be, or have among its values; null: anything. */
  value: string | null;
}

/** The identity provider, and what this product is to it. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Where it sends browsers back to. */
  redirectUri: string;
  scopes: string;
  nameClaim: string;
  roles: ReadonlyArray<ClaimRule<Role>>;
  /** None: everybody with a role has the module Profiler. */
  modules: ReadonlyArray<ClaimRule<Module>>;
}

export interface AuthSettings {
  /** Whether names and passwords are taken. */
  localLogin: boolean;
  /** Null: there is none. */
  provider: ProviderSettings | null;
  /** How long a token counts. */
  sessionHours: number;
  /** After so many milliseconds without a use a login ends; null: never. */
  idleMs: number | null;
  /** How often it is looked for such logins, in milliseconds; usual unless said. */
  idleLookMs?: number;
}

/** What the auth service needs from the process that runs it. */
export interface AuthDeps {
  kit: ServiceKit;
  bus: EventBus;
  /** Asks users to check and change passwords. */
  client: ServiceClient;
  store: AuthStore;
  tokens: TokenSigner;
  /** The list this process checks tokens by: told at once, the others ask for it. */
  revocations: RevocationList;
  settings: AuthSettings;
}

/** What the commands, routes and consumers share. */
export interface AuthContext extends AuthDeps {
  news: SessionNews;
}
