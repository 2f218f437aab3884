import type { CallerName } from '@numscope/contracts';
import { SettingsError, unlessFaulty } from '@numscope/platform';
import { loadServiceIdentity, type ServiceIdentity } from './keys/service-keys.ts';
import { loadTokenKeys } from './keys/token-key.ts';
import { distributedSettings } from './read-settings.ts';
import type { Env, SettingName, SettingsOf } from './settings.ts';

/** What a process of the distributed way begins with. */
export interface Start<Name extends SettingName> {
  settings: SettingsOf<Name>;
  identity: ServiceIdentity;
}

/**
 * Reads the settings of a process, and the files of keys that they name.
 * @throws SettingsError that lists every fault of both
 */
export function readStart<const Name extends SettingName>(
  name: CallerName,
  names: readonly Name[],
  env: Env,
): Start<Name> {
  const faults: string[] = [];
  const settings = unlessFaulty(faults, () => distributedSettings(names, env));
  const { SERVICE_KEY: own, SERVICE_KEYS: all, AUTH_PRIVATE_KEY: token } = env;
  const identity = own && all ? unlessFaulty(faults, () => loadServiceIdentity(name, { own, all })) : null;
  const tokenKeys = name === 'auth' && token ? unlessFaulty(faults, () => loadTokenKeys(token)) : null;
  const shared = tokenKeys?.keys.some(({ publicKey }) =>
    identity?.serviceKeys.some(({ kid }) => kid === publicKey.kid),
  );
  if (shared)
    faults.push(
      `AUTH_PRIVATE_KEY: ${token} holds a key that SERVICE_KEYS knows as a service's own: each must have its own`,
    );
  if (!settings || !identity || faults.length > 0) throw new SettingsError(faults);
  return { settings, identity };
}
