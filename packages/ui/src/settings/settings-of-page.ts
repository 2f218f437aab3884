import type { ConsoleSettings } from '@numscope/contracts';

/** Where the gateway puts them into the page, as JSON: a block of data, which no policy takes for a script. */
const SETTINGS_ID = 'settings';

type Kind = 'string' | 'boolean' | 'integer';
const needed = {
  productName: 'string',
  version: 'string',
  sandbox: 'boolean',
  mainJobStoppable: 'boolean',
  requirePurpose: 'boolean',
} as const satisfies Partial<Record<keyof ConsoleSettings, Kind>>;
const optional = {
  maxRunningJobs: 'integer',
  localLogin: 'boolean',
  provider: 'string',
} as const satisfies Record<Exclude<keyof ConsoleSettings, keyof typeof needed | 'languages'>, Kind>;

const isOf = (kind: Kind, value: unknown): boolean =>
  kind === 'integer' ? Number.isSafeInteger(value) : typeof value === kind;

/**
 * Whether this is what the contracts' schema calls settings. By hand, because they are wanted before zod and the schemas
 * have come; a test holds the two together.
 */
export function isSettings(value: unknown): value is ConsoleSettings {
  if (typeof value !== 'object' || value === null || !('languages' in value)) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return (
    Array.isArray(value.languages) &&
    value.languages.every((language) => typeof language === 'string') &&
    Object.entries(needed).every(([name, kind]) => isOf(kind, fields.get(name))) &&
    Object.entries(optional).every(([name, kind]) => !fields.has(name) || isOf(kind, fields.get(name)))
  );
}

/** The settings that stand in this page; null where it came from elsewhere than the gateway, as from a developer's server. */
export function settingsOfPage(): ConsoleSettings | null {
  try {
    const value: unknown = JSON.parse(document.getElementById(SETTINGS_ID)?.textContent ?? '');
    return isSettings(value) ? value : null;
  } catch {
    return null;
  }
}
