import { readFileSync } from 'node:fs';
import { languages, limits, modules, Region, roles, type ServiceName, serviceNames } from '@numscope/contracts';
import { onOff, readSettings, SettingsError, unlessFaulty, wholeNumber } from '@numscope/platform/runtime/settings';
import * as z from 'zod';
import { claimRules } from './claim-rules.ts';
import {
  type Access,
  accessFaults,
  accessNames,
  accessShape,
  type EngineAddress,
  certificateFile,
  engineAddress,
  type Engine,
  engineNames,
  type EngineUrl,
  prefixOf,
} from './engine-settings.ts';
import {
  type AddressFault,
  blobsFault,
  elasticFault,
  isHost,
  isProxyRange,
  isRange,
  isSyslogAddress,
  kafkaFault,
  mongoFault,
  originsFault,
  originsOf,
} from './addresses.ts';

const known: readonly string[] = languages;

export type { EngineAddress };

const CONTACT_CHARS = 500;

/** A URI of which RFC 9116 makes a contact; what is on the web is encrypted. */
const isContact = (text: string): boolean =>
  /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d.()-]+)$/.test(text) && text.length <= CONTACT_CHARS;

/** The parts of a list with commas. */
const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const list = (isRight: (part: string) => boolean, rule: string) =>
  z
    .string()
    .transform(listOf)
    .refine((parts) => parts.every(isRight), rule);

const FROM_FILE = 'file:';
const NOTICE_CHARS = 10_000;

function textOf(given: string): string | null {
  if (!given.startsWith(FROM_FILE)) return given.trim();
  try {
    return readFileSync(given.slice(FROM_FILE.length), 'utf8').trim();
  } catch {
    return null;
  }
}

const textOrFile = z.string().transform((given, context) => {
  const text = textOf(given);
  if (text === null) context.addIssue({ code: 'custom', message: 'names a file that cannot be read' });
  else if (text === '' || text.length > NOTICE_CHARS)
    context.addIssue({ code: 'custom', message: `must be a text of 1 to ${NOTICE_CHARS} characters` });
  else return text;
  return z.NEVER;
});

const pageAddress = 'an address as https://numscope.example, and plain http for this machine (localhost) alone';
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Secrets pass here: HTTPS, but within one machine. */
function isPageAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, search, hash } = new URL(text);
  const isPrivate = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
  return isPrivate && username === '' && search === '' && hash === '';
}

const KEY_BYTES = 32;

/** The keys of a file: one a line, 32 bytes in base64 each. */
const sealingKeys = z.string().transform((file, context) => {
  const text = textOf(FROM_FILE + file);
  const keys = (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => Buffer.from(line, 'base64'));
  if (text === null) context.addIssue({ code: 'custom', message: 'names a file that cannot be read' });
  else if (keys.length === 0 || keys.some(({ length }) => length !== KEY_BYTES))
    context.addIssue({
      code: 'custom',
      message:
        'names a file that must hold one or more keys of 32 bytes in base64, a line each; make one by "openssl rand -base64 32"',
    });
  else return keys;
  return z.NEVER;
});

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
  /** Whom a hole in this installation is told to, in `/.well-known/security.txt`. */
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
  /** Of each call that takes much, of each caller, at each gateway. */
  COSTLY_CALLS_PER_MINUTE: wholeNumber(1, 1_000_000).default(limits.costlyPerMinute),
  /** With all logins and keys, at each gateway. */
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

function check(faultOf: AddressFault, text: string, context: z.RefinementCtx): void {
  const fault = faultOf(text);
  if (fault !== null) context.addIssue({ code: 'custom', message: fault });
}

/** An engine that the single process carries itself unless it is told where another is. Null: embedded. */
const orEmbedded = (faultOf: AddressFault) =>
  z
    .string()
    .default('embedded')
    .superRefine((text, context) => {
      if (text !== 'embedded') check(faultOf, text, context);
    })
    .transform((text) => (text === 'embedded' ? null : text));

/** An engine that several processes must share. */
const shared = (faultOf: AddressFault, form: string) =>
  z
    .string({
      error: `is not set: a service alone shares its engines with the others and cannot use embedded ones. Set it to ${form}`,
    })
    .superRefine((text, context) =>
      text === 'embedded'
        ? context.addIssue({
            code: 'custom',
            message: `cannot be embedded: a service alone shares its engines. Set it to ${form}`,
          })
        : check(faultOf, text, context),
    );

const service = (name: ServiceName) =>
  z
    .string({
      error: `is not set: it says where the instances of ${name} answer, as http://host:port, with commas between`,
    })
    .superRefine((text, context) => check(originsFault, text, context))
    .transform(originsOf);

/** A file of keys, which `npm run make-keys` makes. */
const keyFile = (what: string) =>
  z.string(`is not set: it names the file of ${what}. Make it by "npm run make-keys -- --to FOLDER"`);

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
