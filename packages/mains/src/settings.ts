import { languages, limits, modules, Region, roles } from '@numscope/contracts';
import { onOff, wholeNumber } from '@numscope/platform/runtime/settings';
import * as z from 'zod';
import {
  blobsFault,
  elasticFault,
  isHost,
  isProxyRange,
  isRange,
  isSyslogAddress,
  kafkaFault,
  mongoFault,
} from './addresses.ts';
import { claimRules } from './claim-rules.ts';
import { accessShape, certificateFile, type EngineAddress, type EngineUrl } from './engine-settings.ts';
import {
  isContact,
  isPageAddress,
  keyFile,
  list,
  orEmbedded,
  pageAddress,
  sealingKeys,
  service,
  shared,
  textOrFile,
} from './setting-kinds.ts';

const known: readonly string[] = languages;

/** What an operator may choose; everything has a default. */
export const choices = {
  PORT: wholeNumber(0, 65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  /** Addresses or ranges of proxies in front, whose word on a caller's address is taken. */
  TRUSTED_PROXIES: list(
    isProxyRange,
    'must be addresses or ranges (10.0.0.0/8), loopback, linklocal or uniquelocal, with commas between',
  ).default([]),
  /** Addresses or ranges that may read the gateway's figures without a token. */
  METRICS_FROM: list(isRange, 'must be addresses or ranges (10.0.0.0/8), with commas between').default([]),
  /** Where to report a vulnerability of this installation, for `/.well-known/security.txt`. */
  SECURITY_CONTACT: list(
    isContact,
    'must be addresses as mailto:security@example.org, https://example.org/security or tel:+1-201-555-0123, with commas between',
  ).default([]),
  DATA_DIR: z.string().default('./data'),
  ADMIN_USERNAME: z.string().default('admin'),
  ADMIN_PASSWORD: z.string().optional(),
  /** A file with the keys by which the secrets of second factors are sealed; unset: they are kept as they are. */
  SECOND_FACTOR_KEY: sealingKeys.optional(),
  SESSION_HOURS: wholeNumber(1, 24 * 365).default(12),
  /** 0: a login lasts its hours, used or not. */
  SESSION_IDLE_MINUTES: wholeNumber(0, 7 * 24 * 60).default(0),
  /** Whether names and passwords are taken; false only beside an identity provider. */
  LOCAL_LOGIN: onOff.default(true),
  /** Where browsers find this product: what an identity provider sends them back to begins with it. */
  PUBLIC_URL: z.string().refine(isPageAddress, `must be ${pageAddress}`).optional(),
  /** The identity provider (OpenID Connect); unset: none. */
  OIDC_ISSUER: z.string().refine(isPageAddress, `must be ${pageAddress}`).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** A file with it, instead. */
  OIDC_CLIENT_SECRET_FILE: z.string().optional(),
  OIDC_SCOPES: z
    .string()
    .refine((text) => text.split(' ').includes('openid'), 'must be scopes with blanks between, openid among them')
    .default('openid profile email'),
  OIDC_NAME_CLAIM: z.string().default('preferred_username'),
  OIDC_ROLES: claimRules(roles).optional(),
  OIDC_MODULES: claimRules(modules).optional(),
  /** How the console calls it. */
  OIDC_LABEL: z.string().max(60).optional(),
  SOURCES_FILE: z.string().default('./sources.yaml'),
  SANDBOX: onOff.default(false),
  MAX_RUNNING_JOBS: wholeNumber(1, 1000).default(limits.maxRunningJobs),
  RATE_LIMIT: wholeNumber(1, 1_000_000).default(1000),
  /** How often a caller may make each costly call in a minute, at each gateway. */
  COSTLY_CALLS_PER_MINUTE: wholeNumber(1, 1_000_000).default(limits.costlyPerMinute),
  /** Websockets of one user with all logins and keys, at each gateway. */
  WEBSOCKETS_PER_USER: wholeNumber(1, 1_000_000).default(limits.websocketsPerUser),
  MAIN_JOB_STOPPABLE: onOff.default(false),
  ENABLED_LANGUAGES: list(
    (language) => known.includes(language),
    `must be some of ${languages.join(', ')}, with commas between`,
  ).default(['en']),
  /** Hosts that webhooks may call though their addresses are private: `receiver:8080,10.0.0.7`. */
  WEBHOOK_PRIVATE_HOSTS: list(isHost, 'must be hosts, or host:port, with commas between; IPv6 in brackets').default([]),
  DEFAULT_REGION: Region.optional(),
  REQUIRE_PURPOSE: onOff.default(false),
  FACES: onOff.default(true),
  /** Searches by a face, of each user. */
  FACE_SEARCHES_PER_HOUR: wholeNumber(1, 1_000_000).default(limits.faceSearchesPerHour),
  /** What a user must agree to before the first of them: the text, or `file:` and the path of a file with it. */
  FACE_SEARCH_NOTICE: textOrFile.optional(),
  /** Pictures that are looked at for faces at once; one less than the processors unless said. */
  FACE_MODEL: z.string().min(1).optional(),
  FACE_THREADS: wholeNumber(1, 64).optional(),
  /** A folder outside the store, best on another machine, for the file of the audit's signed checkpoints. */
  AUDIT_CHECKPOINTS: z.string().min(1).optional(),
  /** A checkpoint is due after so many entries, or so long after one. */
  AUDIT_CHECKPOINT_ENTRIES: wholeNumber(1, 1_000_000).default(1000),
  AUDIT_CHECKPOINT_MINUTES: wholeNumber(1, 24 * 60).default(10),
  /** Unset: entries of the audit are kept for ever. */
  AUDIT_RETENTION_DAYS: wholeNumber(30, 36_500).optional(),
  /** A server that gets each entry of the audit as a message by RFC 5424; unset: none. */
  AUDIT_SYSLOG_URL: z
    .string()
    .refine(
      isSyslogAddress,
      'must be an address as syslog+tls://host:6514, or syslog+tcp://host:port where the network is your own',
    )
    .optional(),
  /** Certificates of the authorities that the server's own is signed by. */
  AUDIT_SYSLOG_CA_FILE: certificateFile,
  /** A program that scans a file on its standard input for malware, with its arguments: 0 is clean, 1 is not. */
  UPLOAD_SCAN_COMMAND: z.string().trim().min(1).max(1000).optional(),
  /** A server that does, by ICAP (RFC 3507). */
  UPLOAD_SCAN_ICAP: z
    .url({ protocol: /^icaps?$/, error: 'must be an address as icap://host:1344/service, or icaps://...' })
    .max(1000)
    .optional(),
  /** For how long either may take no byte, and think after the last one. */
  UPLOAD_SCAN_SECONDS: wholeNumber(1, 3600).default(60),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address as http://host:4318' })
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
};

/** Every setting of the single process. */
export const Embedded = z.object({
  ...choices,
  ...accessShape,
  AUTH_PRIVATE_KEY: z.string().optional(),
  AUDIT_CHECKPOINT_KEY: z.string().optional(),
  BUS_URL: orEmbedded(kafkaFault),
  STORE_URL: orEmbedded(mongoFault),
  SEARCH_URL: orEmbedded(elasticFault),
  BLOB_URL: orEmbedded(blobsFault),
});

/** Every setting of a process that runs one service or the gateway; each takes what it needs of them. */
export const Distributed = z.object({
  ...choices,
  ...accessShape,
  AUTH_PRIVATE_KEY: keyFile("the keys that sign users' tokens, which auth alone may have"),
  AUDIT_CHECKPOINT_KEY: keyFile("the key that signs the audit's checkpoints, which audit alone may have"),
  SERVICE_KEY: keyFile('the private key of this very service'),
  SERVICE_KEYS: keyFile('the public keys of all services'),
  BUS_URL: shared(kafkaFault, 'kafka+ssl://host:port,host:port'),
  STORE_URL: shared(mongoFault, 'mongodb://host:port/NAME?tls=true'),
  SEARCH_URL: shared(elasticFault, 'https://host:port (Elasticsearch)'),
  BLOB_URL: shared(blobsFault, 's3+https://host:port/bucket'),
  AUTH_URL: service('auth'),
  USERS_URL: service('users'),
  JOBS_URL: service('jobs'),
  SOURCES_URL: service('sources'),
  PROFILES_URL: service('profiles'),
  IMAGES_URL: service('images'),
  AUDIT_URL: service('audit'),
});

export type SettingName = keyof typeof Distributed.shape;
/** Where an engine is comes with as whom it is used. */
export type SettingsOf<Name extends SettingName> = {
  [Each in Name]: Each extends EngineUrl ? EngineAddress : z.output<typeof Distributed>[Each];
};
export type Env = Readonly<Record<string, string | undefined>>;
