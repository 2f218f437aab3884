import { resolve } from 'node:path';
import { languages, limits } from '@numscope/contracts';
import { onOff, readSettings, wholeNumber } from '@numscope/platform';
import * as z from 'zod';

const known: readonly string[] = languages;

/** Addresses of servers beside this process. The single process carries its own engines and uses none. */
const embedded = z.literal('embedded', 'must be unset or "embedded": the single process runs on its own engines').optional();

const languageList = z
  .string()
  .transform((text) => text.split(',').map((language) => language.trim()))
  .refine((list) => list.every((language) => known.includes(language)), `must be some of ${languages.join(', ')}, with commas between`);

/** Every setting of the single process, as the environment gives it. */
const Environment = z.object({
  PORT: wholeNumber(0, 65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  BUS_URL: embedded,
  STORE_URL: embedded,
  SEARCH_URL: embedded,
  BLOB_URL: embedded,
  AUTH_PRIVATE_KEY: z.string().optional(),
  ADMIN_USERNAME: z.string().default('admin'),
  ADMIN_PASSWORD: z.string().optional(),
  SESSION_HOURS: wholeNumber(1, 24 * 365).default(12),
  SOURCES_FILE: z.string().default('./sources.yaml'),
  SANDBOX: onOff.default(false),
  MAX_RUNNING_JOBS: wholeNumber(1, 1000).default(limits.maxRunningJobs),
  RATE_LIMIT: wholeNumber(1, 1_000_000).default(1000),
  MAIN_JOB_STOPPABLE: onOff.default(false),
  ENABLED_LANGUAGES: languageList.default(['en']),
  DEFAULT_REGION: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capitals, as UZ')
    .optional(),
  REQUIRE_PURPOSE: onOff.default(false),
  FACES: onOff.default(true),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** The same with the names and units the code uses; paths are absolute. */
export interface Settings {
  port: number;
  host: string;
  dataDir: string;
  /** A file with the key that signs tokens; null: one made in the data folder. */
  tokenKeyFile: string | null;
  adminUsername: string;
  /** Null: made up at the first start. */
  adminPassword: string | null;
  sessionHours: number;
  sourcesFile: string;
  /** Whether somebody named the file, so that it must be there. */
  sourcesFileGiven: boolean;
  sandbox: boolean;
  maxRunningJobs: number;
  /** Requests a second from one address. */
  rateLimit: number;
  mainJobStoppable: boolean;
  languages: string[];
  defaultRegion: string | null;
  requirePurpose: boolean;
  faces: boolean;
  logLevel: string;
}

/**
 * Reads all settings at once.
 * @throws SettingsError that lists every fault
 */
export function settingsFrom(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = readSettings(Environment, env);
  return {
    port: given.PORT,
    host: given.HOST,
    dataDir: resolve(given.DATA_DIR),
    tokenKeyFile: given.AUTH_PRIVATE_KEY === undefined ? null : resolve(given.AUTH_PRIVATE_KEY),
    adminUsername: given.ADMIN_USERNAME,
    adminPassword: given.ADMIN_PASSWORD ?? null,
    sessionHours: given.SESSION_HOURS,
    sourcesFile: resolve(given.SOURCES_FILE),
    sourcesFileGiven: (env['SOURCES_FILE'] ?? '') !== '',
    sandbox: given.SANDBOX,
    maxRunningJobs: given.MAX_RUNNING_JOBS,
    rateLimit: given.RATE_LIMIT,
    mainJobStoppable: given.MAIN_JOB_STOPPABLE,
    languages: given.ENABLED_LANGUAGES,
    defaultRegion: given.DEFAULT_REGION ?? null,
    requirePurpose: given.REQUIRE_PURPOSE,
    faces: given.FACES,
    logLevel: given.LOG_LEVEL,
  };
}
