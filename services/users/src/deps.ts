import type { EventBus, ServiceKit } from '@numscope/platform';
import type { SealedSecrets } from './second-factor/sealed-secrets.ts';
import type { UserStore } from './store/user-store.port.ts';

/** The first administrator as the settings name it; a null password is made up. */
export interface UsersSettings {
  adminUsername: string;
  adminPassword: string | null;
}

/** What the users service needs from the process that runs it. */
export interface UsersDeps {
  kit: ServiceKit;
  bus: EventBus;
  store: UserStore;
  /** Seals what codes are known by. */
  secrets: SealedSecrets;
  settings: UsersSettings;
}
