import type { EventBus, RevocationList, ServiceClient, ServiceKit, TokenSigner } from '@numscope/platform';
import type { SessionNews } from './session-news.ts';
import type { AuthStore } from './store/auth-store.port.ts';

export interface AuthSettings {
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
