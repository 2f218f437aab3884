/**
 * Closed lists and fixed names of the specification, without zod: threads that hold a store read them, and each copy of
 * zod would cost 10 MB there.
 */

// Accounts, and what may be done with them.

export const roles = ['ADMIN', 'USER'] as const;

export const modules = ['Profiler', 'Webint'] as const;

export const languages = ['en', 'ru', 'uz', 'uz_cyrl', 'es', 'fr', 'pt'] as const;

/** `username` is `userName` too. */
export const userSortFields = [
  'id',
  'userName',
  'username',
  'roles',
  'modules',
  'createdTimestamp',
  'lastLogin',
] as const;

/** What an API key can be made for, each also for reading alone. */
export const keyScopeGroups = ['jobs', 'profiles', 'images', 'sources', 'audit', 'users', 'privacy'] as const;
export type KeyScopeGroup = (typeof keyScopeGroups)[number];
export const keyScopes = [
  ...keyScopeGroups,
  'jobs:read',
  'profiles:read',
  'images:read',
  'sources:read',
  'audit:read',
  'users:read',
  'privacy:read',
] as const satisfies ReadonlyArray<KeyScopeGroup | `${KeyScopeGroup}:read`>;
export type KeyScope = (typeof keyScopes)[number];

/** The name of the product itself where it acts on jobs and records. */
export const SYSTEM = 'numscope';

// Jobs.

export const jobTypes = ['PRIORITY', 'REGULAR'] as const;
export const jobSubtypes = ['SINGLE', 'SUPER_JOB', 'SUB_TASK'] as const;

export const jobStatuses = [
  'CREATED',
  'SCHEDULED',
  'IN_PROGRESS',
  'PAUSED',
  'DONE',
  'CANCELED',
  'DELETED',
  'MERGED',
] as const;

export const jobActions = ['PLAY', 'PAUSE', 'STOP', 'CANCEL', 'MERGE', 'DELETE', 'UPDATE'] as const;

export const jobSchedules = [
  'hourly',
  'daily',
  'weekly',
  'monthly',
  'every weekday',
  'last day of month',
  'last weekday of month',
] as const;

/** What a list of jobs can be sorted by. */
export const jobSortFields = [
  'number',
  'id',
  'name',
  'status',
  'type',
  'createdOn',
  'createdBy',
  'startedOn',
  'finishedOn',
  'iteration',
  'totalPhoneNumbers',
  'phonesSent',
  'progress',
] as const;

/**
 * Why a pass of a job stood still: PAUSED by a person, STOPPED while it was done before it was played or retried again,
 * QUEUED for a slot, QUOTA of a source that some numbers wait for, DOWN while nothing looked jobs up. OUTAGE: a source
 * was out, and the others went on.
 */
export const standstills = ['PAUSED', 'STOPPED', 'QUEUED', 'QUOTA', 'OUTAGE', 'DOWN'] as const;

/** What the main job is called unless somebody gave it a name. */
export const MAIN_JOB = 'Main job';

// A job's phones.

export const phoneStatuses = ['PENDING', 'SENT', 'FOUND', 'NOT_FOUND', 'FAILED', 'NOT_VALID'] as const;
/** The statuses of phones without a profile: only those that were found have one. */
export const statusesWithoutProfile = phoneStatuses.filter((status) => status !== 'FOUND');

/** What becomes of a number between two passes of its job. */
export const passChanges = ['APPEARED', 'CHANGED', 'GONE'] as const;

const regionCodes =
  'AC AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM ' +
  'FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE ' +
  'JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN ' +
  'MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT ' +
  'PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TG TH TJ TK ' +
  'TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW';
/** The regions that have a numbering plan, by their ISO codes: as somebody there would dial, national numbers are read. */
export const regions: readonly string[] = regionCodes.split(' ');

/** The code for numbers of no country that is known (CLDR's 'unknown region'). */
export const NO_COUNTRY = 'ZZ';

/** How a line answers: it can be called; it is no more, or not yet; it does not answer now; nobody has the number. */
export const lineStatuses = ['ACTIVE', 'INACTIVE', 'UNREACHABLE', 'UNASSIGNED'] as const;

// Sources.

export const specifiedSources = [
  'TC',
  'ME',
  'WHATSAPP',
  'SYNCME',
  'VIBER',
  'LINE',
  'WECHAT',
  'IMO',
  'GETCONTACT',
  'TELEGRAM',
  'SKYPE',
  'VKONTAKTE',
  'EYECON',
  'CALLAPP',
  'TAMTAM',
  'ZALO',
  'DRUPE',
  'HIYA',
  'DEEPWEB',
  'VIEWCALLER',
] as const;

/** The source that answers from the numbering plan, which every installation has. */
export const NUMBERING_PLAN = 'NUMBERING_PLAN';

/** The source that makes answers up, for trying the product out. */
export const SANDBOX = 'SANDBOX';

/** What an administrator imported stands as the answer of this source. */
export const IMPORT = 'IMPORT';

/** What a source can be bound to. */
export const connectorKinds = ['http', 'dataset', 'sql', 'elasticsearch', 'numbering-plan', 'sandbox'] as const;
export type ConnectorKind = (typeof connectorKinds)[number];

/**
 * How a source that is bound stands. REFUSED: it refused our key or credit, or said again and again that it failed; it is
 * asked again when a person resumes or tries it.
 */
export const boundSourceStates = ['CLOSED', 'HALF_OPEN', 'OPEN', 'REFUSED', 'PAUSED', 'WAITING_QUOTA'] as const;

export const sourceStates = [...boundSourceStates, 'NOT_CONFIGURED'] as const;

/** What one source said about one phone. NOT_FOUND: it knows nothing. */
export const answerStatuses = ['FOUND', 'NOT_FOUND', 'FAILED'] as const;

/** How the message of a source begins that was not asked at all. */
export const sourceNotAsked = 'not asked: ';

/**
 * Why a source could not answer: its key is refused; the account has no credit; too many calls at once or for the
 * quota; the provider does not serve this number; it could not be reached; its answer does not fit the mapping; it says
 * that it failed.
 */
export const faultKinds = ['WRONG_KEY', 'NO_CREDIT', 'QUOTA', 'NO_COVERAGE', 'NETWORK', 'MAPPING', 'PROVIDER'] as const;
export type FaultKind = (typeof faultKinds)[number];

// Profiles.

/** `names` is `name` too. */
export const profileSortFields = ['phone', 'name', 'names', 'timestamp', 'confidence', 'images'] as const;

export const socialNetworks = [
  'FB',
  'FACEBOOK',
  'ODNOKLASSNIKI',
  'VKONTAKTE',
  'LINKEDIN',
  'TWITTER',
  'FOURSQUARE',
  'ANGELLIST',
  'INSTAGRAM',
  'MY_MAIL_RU',
  'GPLUS',
  'GOOGLE_PLUS',
  'SNAPCHAT',
  'BADOO',
  'FLING',
  'TPERSONA',
  'PH_NEW_ID',
  'BLACKHATWORLD',
  'DUBSMASH',
  'GEORGIA_CITIZENSHIP',
  'TELEGRAM',
  'WEBVS_PRIMARY',
  'PINTEREST',
] as const;

/** Networks that are one thing under two names: kept as sent, found by either. */
export const networkTwins: Readonly<Record<string, string>> = {
  FB: 'FACEBOOK',
  FACEBOOK: 'FB',
  GPLUS: 'GOOGLE_PLUS',
  GOOGLE_PLUS: 'GPLUS',
};

/** Which step of the rule left one value of several; see docs/profile-rules.md. */
export const disagreementRules = ['TRUST', 'OBSERVED_AT', 'AGREEMENT', 'SOURCE_NAME'] as const;

/** What speaks for it that a number has changed hands: in what its holders differ, and what is said of the line. */
export const holderReasons = [
  'NAMES',
  'BIRTH_DATE',
  'GENDER',
  'EMAILS',
  'ACCOUNTS',
  'SIM_SWAP',
  'REASSIGNED',
  'UNASSIGNED',
] as const;

export const timelineKinds = ['CARRIER', 'PORTED', 'SIM_SWAP', 'HOLDER', 'VALUE'] as const;

/** What a person may say of two numbers' faces. */
export const faceVerdicts = ['SAME', 'DIFFERENT'] as const;

/** Formats of the streamed export, and how a file of each ends. */
export const exportEndings = {
  jsonl: 'jsonl',
  csv: 'csv',
  xlsx: 'xlsx',
  ftm: 'ftm.jsonl',
  stix: 'stix.json',
  misp: 'misp.json',
} as const;
export type ExportFormat = keyof typeof exportEndings;
export const exportMediaTypes = {
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ftm: 'application/x-ndjson; charset=utf-8',
  stix: 'application/stix+json;version=2.1',
  misp: 'application/json; charset=utf-8',
} as const satisfies Record<ExportFormat, string>;
export const exportFormats = Object.keys(exportEndings) as [ExportFormat, ...ExportFormat[]];

// Audit.

export const auditTypes = [
  'LOGIN',
  'LOGOUT',
  'CREATE_JOB',
  'CREATE_RANGE_JOB',
  'JOB',
  'PING',
  'IMAGE',
  'IMAGE_CLEAR_STORAGE',
  'AUDIT',
  'USER',
  'PROFILE',
  'HEALTH_STATUS',
  'DELETE',
  'SEARCH_4_FACES',
  'MERGE_JOB',
  'SOURCE',
  'PRIVACY',
] as const;

/** What the audit screens offer as filters: for administrators, and the shorter list. */
export const auditFilterTypes = [
  'AUDIT',
  'LOGIN',
  'LOGOUT',
  'JOB',
  'PROFILE',
  'CREATE_JOB',
  'CREATE_RANGE_JOB',
  'USER',
] as const;

export const auditFilterTypesShort = ['AUDIT', 'LOGIN', 'LOGOUT', 'PROFILE'] as const;

export const auditSortFields = ['createdTimestamp', 'actionType', 'username', 'ip', 'details', 'outcome'] as const;

/** What can be wrong with the audit trail: see docs/audit.md. */
export const chainFaults = [
  'CHANGED',
  'MISSING',
  'CUT_OFF',
  'ADDED',
  'HEAD',
  'REWRITTEN',
  'BEGINNING',
  'FORGED',
] as const;

// Services and webhooks.

export const serviceNames = ['auth', 'users', 'jobs', 'sources', 'profiles', 'images', 'audit'] as const;

/** Those of our own processes that call services in their own name. */
export const callerNames = [...serviceNames, 'gateway'] as const;

/** What a webhook can be told of. */
export const webhookEvents = ['job.status-changed', 'profile.updated', 'source.state'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** PENDING: not sent yet, or to be tried again. DEAD: given up, kept to be sent again by hand. */
export const deliveryStates = ['PENDING', 'DELIVERED', 'DEAD'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
