import { type ServiceName, serviceNames } from '@numscope/contracts';
import { readSettings, SettingsError, unlessFaulty } from '@numscope/platform/runtime/settings';
import * as z from 'zod';
import {
  type Access,
  accessFaults,
  accessNames,
  type Engine,
  type EngineAddress,
  engineAddress,
  engineNames,
  prefixOf,
} from './engine-settings.ts';
import { Distributed, Embedded, type Env, type SettingName, type SettingsOf } from './settings.ts';

/** @throws SettingsError that lists what is wrong with each setting, and what of the engines' does not go together */
function readWith<T>(engines: readonly Engine[], env: Env, read: () => T): T {
  const faults: string[] = [];
  const given = unlessFaulty(faults, read);
  faults.push(...engines.flatMap((engine) => accessFaults(engine, env)));
  if (given === null || faults.length > 0) throw new SettingsError(faults);
  return given;
}

/** What the single process is told of the engines that it does not carry itself; null: it carries that one. */
export interface EmbeddedEngines {
  busUrl: EngineAddress | null;
  storeUrl: EngineAddress | null;
  searchUrl: EngineAddress | null;
  blobUrl: EngineAddress | null;
}

/**
 * Reads every setting of the single process.
 * @throws SettingsError that lists every fault
 */
export function embeddedSettings(env: Env): { given: z.output<typeof Embedded>; engines: EmbeddedEngines } {
  const given = readWith(engineNames, env, () => readSettings(Embedded, env));
  const at = (prefix: Engine): EngineAddress | null => {
    const url = given[`${prefix}_URL`];
    return url === null ? null : engineAddress(prefix, url, given);
  };
  return { given, engines: { busUrl: at('BUS'), storeUrl: at('STORE'), searchUrl: at('SEARCH'), blobUrl: at('BLOB') } };
}

/**
 * Where the records are and as whom they are used, for a command; null: `STORE_URL` is not set, or embedded.
 * @throws SettingsError that lists every fault
 */
export const storeAddress = (env: Env): EngineAddress | null =>
  env['STORE_URL'] && env['STORE_URL'] !== 'embedded' ? distributedSettings(['STORE_URL'], env).STORE_URL : null;

/**
 * Reads some of the settings of a process of the distributed way.
 * @throws SettingsError that lists every fault of those
 */
export function distributedSettings<const Name extends SettingName>(
  names: readonly Name[],
  env: Env,
): SettingsOf<Name> {
  const engines = names.flatMap((name) => prefixOf(name) ?? []);
  const all: SettingName[] = [...names, ...engines.flatMap(accessNames)];
  const chosen: Record<string, z.ZodType> = Object.fromEntries(all.map((name) => [name, Distributed.shape[name]]));
  const given = readWith(engines, env, () => readSettings(z.object(chosen), env));
  const addresses = engines.map((prefix) => {
    const url = `${prefix}_URL` as const;
    return [url, engineAddress(prefix, String(given[url]), given as Access)];
  });
  return {
    ...Object.fromEntries(names.map((name) => [name, given[name]])),
    ...Object.fromEntries(addresses),
  } as SettingsOf<Name>;
}

/** The setting that says where a service answers. */
export const addressName = (name: ServiceName): `${Uppercase<ServiceName>}_URL` =>
  `${name.toUpperCase() as Uppercase<ServiceName>}_URL`;

/** The settings that say where each service answers. */
export const addressNames = serviceNames.map(addressName);

/** Where entries of the audit are sent besides; null: nowhere. */
export const syslogAddress = ({
  AUDIT_SYSLOG_URL: url,
  AUDIT_SYSLOG_CA_FILE: ca,
}: Partial<SettingsOf<'AUDIT_SYSLOG_URL' | 'AUDIT_SYSLOG_CA_FILE'>>): { url: string; ca: string | null } | null =>
  url === undefined ? null : { url, ca: ca ?? null };

/** After how many milliseconds without a use a login ends; null: never. */
export const idleMsOf = ({ SESSION_IDLE_MINUTES: minutes }: SettingsOf<'SESSION_IDLE_MINUTES'>): number | null =>
  minutes === 0 ? null : minutes * 60_000;
