import { join, resolve } from 'node:path';
import { embeddedSettings, type EmbeddedEngines, idleMsOf, syslogAddress } from '@numscope/mains/read-settings';
import type { Env } from '@numscope/mains/settings';
import type { ScannerSettings } from '@numscope/mains/scanner';
import { signInSettings, signInShown } from '@numscope/mains/sign-in-settings';
import type { TracerSettings } from '@numscope/mains/tracer';
import { checkpointsFolder } from './data-folder/files.ts';

/** Every setting of the single process, with the names and units the code uses; paths are absolute. */
export interface Settings extends EmbeddedEngines {
  port: number;
  host: string;
  /** Proxies in front whose word on a caller's address is taken. */
  trustedProxies: string[];
  dataDir: string;
  /** A file with the key that signs tokens; null: one made in the data folder. */
  tokenKeyFile: string | null;
  /** A file with the key that signs the audit's checkpoints; null: one made in the data folder. */
  auditKeyFile: string | null;
  /** Where the audit's checkpoints are kept outside of its store. */
  auditCheckpoints: string;
  auditCheckpointEntries: number;
  auditCheckpointMinutes: number;
  /** Null: entries of the audit are kept for ever. */
  auditRetentionDays: number | null;
  /** Where its entries are sent besides; null: nowhere. */
  auditSyslog: ReturnType<typeof syslogAddress>;
  adminUsername: string;
  /** Null: made up at the first start. */
  adminPassword: string | null;
  /** The keys that encrypt the secrets of second factors; none: they are kept as they are. */
  secondFactorKeys: readonly Uint8Array[];
  /** The ways to sign in, and what the console is told of them. */
  signIn: ReturnType<typeof signInSettings>;
  signInShown: ReturnType<typeof signInShown>;
  sessionHours: number;
  /** After so many milliseconds without a use a login ends; null: never. */
  idleMs: number | null;
  sourcesFile: string;
  sandbox: boolean;
  /** Hosts that webhooks may call though their addresses are private. */
  webhookPrivateHosts: readonly string[];
  maxRunningJobs: number;
  /** Requests a second from one address. */
  rateLimit: number;
  costlyPerMinute: number;
  /** Open websockets of one user. */
  websocketsPerUser: number;
  /** Who may read the metrics without a token, beside this machine. */
  metricsFrom: readonly string[];
  /** URIs of those who are told of holes. */
  securityContacts: readonly string[];
  mainJobStoppable: boolean;
  languages: string[];
  defaultRegion: string | null;
  requirePurpose: boolean;
  faces: boolean;
  faceSearchesPerHour: number;
  /** Null: none. */
  faceNotice: string | null;
  /** Null: as many as fit the machine. */
  /** A folder with a model of the operator's own; null: the built-in one. */
  faceModel: string | null;
  faceThreads: number | null;
  logLevel: string;
  tracing: TracerSettings;
  /** How files that people upload are scanned. */
  scanning: ScannerSettings;
}

/**
 * Reads all settings at once.
 * @throws SettingsError that lists every fault
 */
export function settingsFrom(env: Env): Settings {
  const { given, engines } = embeddedSettings(env);
  return {
    port: given.PORT,
    host: given.HOST,
    trustedProxies: given.TRUSTED_PROXIES,
    dataDir: resolve(given.DATA_DIR),
    ...engines,
    tokenKeyFile: given.AUTH_PRIVATE_KEY === undefined ? null : resolve(given.AUTH_PRIVATE_KEY),
    auditKeyFile: given.AUDIT_CHECKPOINT_KEY === undefined ? null : resolve(given.AUDIT_CHECKPOINT_KEY),
    auditCheckpoints: resolve(given.AUDIT_CHECKPOINTS ?? join(given.DATA_DIR, checkpointsFolder)),
    auditCheckpointEntries: given.AUDIT_CHECKPOINT_ENTRIES,
    auditCheckpointMinutes: given.AUDIT_CHECKPOINT_MINUTES,
    auditRetentionDays: given.AUDIT_RETENTION_DAYS ?? null,
    auditSyslog: syslogAddress(given),
    adminUsername: given.ADMIN_USERNAME,
    adminPassword: given.ADMIN_PASSWORD ?? null,
    secondFactorKeys: given.SECOND_FACTOR_KEY ?? [],
    signIn: signInSettings(given),
    signInShown: signInShown(given),
    sessionHours: given.SESSION_HOURS,
    idleMs: idleMsOf(given),
    sourcesFile: resolve(given.SOURCES_FILE),
    sandbox: given.SANDBOX,
    webhookPrivateHosts: given.WEBHOOK_PRIVATE_HOSTS,
    maxRunningJobs: given.MAX_RUNNING_JOBS,
    rateLimit: given.RATE_LIMIT,
    costlyPerMinute: given.COSTLY_CALLS_PER_MINUTE,
    websocketsPerUser: given.WEBSOCKETS_PER_USER,
    metricsFrom: given.METRICS_FROM,
    securityContacts: given.SECURITY_CONTACT,
    mainJobStoppable: given.MAIN_JOB_STOPPABLE,
    languages: given.ENABLED_LANGUAGES,
    defaultRegion: given.DEFAULT_REGION ?? null,
    requirePurpose: given.REQUIRE_PURPOSE,
    faces: given.FACES,
    faceSearchesPerHour: given.FACE_SEARCHES_PER_HOUR,
    faceNotice: given.FACE_SEARCH_NOTICE ?? null,
    faceModel: given.FACE_MODEL === undefined ? null : resolve(given.FACE_MODEL),
    faceThreads: given.FACE_THREADS ?? null,
    logLevel: given.LOG_LEVEL,
    tracing: given,
    scanning: given,
  };
}
