import { readFileSync } from 'node:fs';
import { type CallerName, callerNames } from '@numscope/contracts';
import { reasonOf } from '@numscope/platform/errors';
import { SettingsError } from '@numscope/platform/runtime/settings';
import { publicKeyOf, thumbprintOf } from '@numscope/platform/tokens/keys';
import { createServiceCredentials, type ServiceCredentials, ServiceKey } from '@numscope/platform/tokens/service-keys';
import * as z from 'zod';

const MEND = 'Make what is missing by "npm run make-keys -- --to FOLDER --missing"';

const KeySet = z.object({ keys: z.array(z.looseObject({})).min(1) });
const PrivatePart = z.looseObject({ d: z.unknown() }).refine(({ d }) => d !== undefined);

function readKey(member: unknown, index: number): ServiceKey {
  const where = `key ${index + 1} in it`;
  if (PrivatePart.safeParse(member).success)
    throw new Error(
      `${where} has a private part, which must not be among the public ones: make that service a new key`,
    );
  const key = ServiceKey.safeParse(member);
  if (!key.success) throw new Error(`${where} is not right: ${z.prettifyError(key.error).replaceAll('\n', ' ')}`);
  if (key.data.kid !== thumbprintOf(key.data)) throw new Error(`${where} has a kid that is not its thumbprint`);
  return key.data;
}

/**
 * The public keys of all services from a JWKS (RFC 7517), each with the member `service`.
 * @throws Error that says what is wrong
 */
export function readServiceKeys(text: string): ServiceKey[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`it is no JSON: ${reasonOf(error)}`, { cause: error });
  }
  const set = KeySet.safeParse(json);
  if (!set.success) throw new Error('it is no set of keys, { "keys": [...] }');
  const keys = set.data.keys.map(readKey);
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length)
    throw new Error('a key stands in it twice: each service must have its own');
  const missing = callerNames.filter((name) => keys.every(({ service }) => service !== name));
  if (missing.length > 0) throw new Error(`it has no key of ${missing.join(', ')}`);
  return keys;
}

/** How this process identifies itself to others, and recognises them. */
export interface ServiceIdentity {
  credentials: ServiceCredentials;
  serviceKeys: readonly ServiceKey[];
}

export interface ServiceKeyFiles {
  /** The file of `SERVICE_KEY`: this very service's private key, in PEM. */
  own: string;
  /** The file of `SERVICE_KEYS`: the public keys of all. */
  all: string;
}

/** @throws SettingsError with all that is wrong with both files */
export function loadServiceIdentity(name: CallerName, { own, all }: ServiceKeyFiles): ServiceIdentity {
  const faults: string[] = [];
  const attempt = <T>(setting: string, file: string, work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      faults.push(`${setting}: ${file} cannot be used: ${reasonOf(error)}. ${MEND}`);
      return null;
    }
  };
  const pem = attempt('SERVICE_KEY', own, () => {
    const text = readFileSync(own, 'utf8');
    return { text, kid: publicKeyOf(text).kid };
  });
  const serviceKeys = attempt('SERVICE_KEYS', all, () => readServiceKeys(readFileSync(all, 'utf8')));
  const owner = serviceKeys?.find(({ kid }) => kid === pem?.kid)?.service;
  if (pem && serviceKeys && owner !== name)
    faults.push(
      `SERVICE_KEY: ${own} is not a key of ${name}: ${all} has it ${owner ? `as that of ${owner}` : 'not at all'}. ${MEND}`,
    );
  if (!pem || !serviceKeys || faults.length > 0) throw new SettingsError(faults);
  return { credentials: createServiceCredentials(name, pem.text), serviceKeys };
}
