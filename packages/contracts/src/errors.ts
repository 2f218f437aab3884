import { limits } from './limits.ts';
import { messages } from './messages.ts';

/** Every fault that a caller can meet: its HTTP status and its text. The key is the stable `code`. */
export const errorCatalogue = {
  INVALID: { status: 400, message: messages.invalidData },
  REQUIRED_PARAMETER: { status: 400, message: messages.invalidData },
  USERNAME_REQUIRED: { status: 400, message: messages.usernameRequired },
  USERNAME_CHARACTERS: { status: 400, message: messages.usernameCharacters },
  USERNAME_TAKEN: { status: 409, message: messages.usernameTaken },
  PASSWORD_REQUIRED: { status: 400, message: messages.passwordRequired },
  PASSWORD_RULE: { status: 400, message: messages.passwordRule },
  ROLE_REQUIRED: { status: 400, message: messages.roleRequired },
  MODULE_REQUIRED: { status: 400, message: messages.moduleRequired },
  LAST_ADMIN: { status: 409, message: 'The last remaining administrator cannot be deleted or lose the role' },
  USER_CHANGED: {
    status: 409,
    message: 'This user was changed meanwhile; read it again and make your change anew',
  },
  OWN_USER: { status: 409, message: 'Nobody can delete themself' },
  BAD_CREDENTIALS: { status: 401, message: messages.badCredentials },
  CODE_REQUIRED: { status: 401, message: 'This account has a second factor: send its code with name and password' },
  CODE_WRONG: { status: 401, message: 'This code is not right, or was used already' },
  SECOND_FACTOR_ON: { status: 409, message: 'A second factor is on already; turn it off first' },
  SECOND_FACTOR_OFF: { status: 409, message: 'There is no second factor here' },
  LOCAL_LOGIN_OFF: { status: 403, message: 'Local login is turned off here; sign in by the identity provider' },
  PROVIDER_ACCOUNT: {
    status: 409,
    message: 'This account signs in by the identity provider: it has no password and no second factor here',
  },
  PROVIDER_AWAY: { status: 503, message: 'The identity provider does not answer. Try again in a moment' },
  PROVIDER_REFUSED: { status: 403, message: 'The identity provider did not let you in' },
  SIGN_IN_EXPIRED: {
    status: 403,
    message: 'This sign-in took too long or was begun in another window. Begin again',
  },
  NO_ROLE: {
    status: 403,
    message: 'Your account at the identity provider gives you no role here. Ask your administrator for access',
  },
  UNAUTHORIZED: { status: 401, message: 'A valid access token is required' },
  SESSION_EXPIRED: { status: 403, message: messages.sessionTimeout },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this' },
  KEY_EXPIRED: { status: 401, message: 'This API key has expired; make a new one' },
  KEY_ADDRESS: { status: 403, message: 'This API key may not be used from this address' },
  KEY_SCOPE: { status: 403, message: 'This API key was not made for this call; details name the scope it lacks' },
  TOO_MANY_KEYS: {
    status: 422,
    message: `A user can have at most ${limits.apiKeys} API keys, and there can be ${limits.serviceKeys} of services; revoke one that is no longer needed`,
  },
  NOT_FOUND: { status: 404, message: 'There is no such thing here' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This path does not know that method' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Wait and try again' },
  TOO_SLOW: { status: 408, message: 'The request did not arrive in time' },
  JOB_NAME_REQUIRED: { status: 400, message: messages.jobNameRequired },
  JOB_NAME_INVALID: { status: 400, message: messages.jobNameInvalid },
  FILE_REQUIRED: { status: 400, message: messages.fileRequired },
  FIELD_AFTER_FILE: { status: 400, message: messages.fieldAfterFile },
  PURPOSE_REQUIRED: { status: 400, message: 'A purpose is required: say what this is for' },
  UPLOAD_BROKEN: { status: 400, message: 'The upload broke off before its end; nothing was kept' },
  FILE_INFECTED: { status: 422, message: 'The malware scanner refused this file; nothing of it was kept' },
  SCANNER_UNAVAILABLE: {
    status: 503,
    message: 'The file could not be scanned for malware, so nothing of it was kept. Try again later',
  },
  NOT_CSV: { status: 415, message: messages.selectCsv },
  FILE_PARSING: { status: 422, message: messages.fileParsing },
  NO_PHONES: { status: 422, message: messages.noPhones },
  PHONES_NOT_NUMERIC: { status: 422, message: messages.phonesNotNumeric },
  FILE_TOO_LARGE: { status: 413, message: messages.fileTooLarge },
  TOO_MANY_PHONES: { status: 413, message: messages.tooManyPhones },
  BODY_TOO_LARGE: { status: 413, message: 'The request body is too large' },
  RANGE_START_REQUIRED: { status: 400, message: messages.rangeStartRequired },
  RANGE_END_REQUIRED: { status: 400, message: messages.rangeEndRequired },
  RANGE_ORDER: { status: 400, message: messages.rangeOrder },
  RANGE_LENGTH: { status: 400, message: messages.rangeLength },
  RANGE_TOO_LARGE: { status: 422, message: messages.rangeTooLarge },
  CRITERIA_REQUIRED: { status: 400, message: messages.criteriaRequired },
  CRITERIA_TOO_MANY: { status: 422, message: messages.criteriaTooMany(limits.bulkCriteria) },
  NAME_CHARACTERS: { status: 400, message: messages.nameCharacters },
  TOO_MANY_SAVED_SEARCHES: {
    status: 422,
    message: `A user can keep at most ${limits.savedSearches} saved searches; delete one that is no longer needed`,
  },
  SAVED_SEARCH_TOO_LARGE: {
    status: 422,
    message: `The filter of a saved search can have at most ${limits.savedSearchBytes / 1024} KB as JSON; leave out values`,
  },
  NO_PROFILES: { status: 400, message: messages.noProfiles },
  TOO_MANY_PROFILES: { status: 422, message: messages.tooManyProfiles },
  TOO_DEEP: {
    status: 422,
    message: 'Pages beyond the 10,000th hit cannot be read; narrow the search or use the streamed export',
  },
  TOO_MANY_ENTRIES: { status: 422, message: messages.maximumExceeded },
  NOT_AN_IMAGE: { status: 415, message: messages.selectImage },
  IMAGE_TOO_LARGE: { status: 413, message: messages.selectImage },
  FACES_OFF: { status: 503, message: 'Faces are turned off on this installation (FACES=false)' },
  FACE_NOTICE: { status: 403, message: "Read the operator's notice about face search and agree to it first" },
  FACE_SEARCHES: { status: 429, message: 'You have used up your face searches of this hour' },
  NO_FILES: { status: 400, message: messages.noFiles },
  INVALID_DATA: { status: 422, message: messages.invalidData },
  SOURCE_INVALID: { status: 422, message: 'The source is not right; details name each fault and its line' },
  SOURCES_FILE_CHANGED: {
    status: 409,
    message: 'The sources file was changed meanwhile; read it again and make your change anew',
  },
  SOURCES_FILE_READ_ONLY: { status: 409, message: 'The sources file cannot be changed here; copy the text into it' },
  WRONG_STATE: { status: 409, message: 'The state of this job does not allow that' },
  MAIN_JOB: { status: 409, message: 'The main job cannot be paused, stopped, canceled, merged or deleted' },
  DO_NOT_LOOK_UP: {
    status: 422,
    message: 'This number is on the do-not-look-up list: no source is asked about it',
  },
  LIST_LINES: {
    status: 422,
    message: 'Each line must be one number with its country code, or a prefix with * behind',
  },
  TOO_MANY_LISTED: {
    status: 422,
    message: `The list holds at most ${limits.listedEntries} entries, and takes ${limits.listedLines} lines at once; use prefixes`,
  },
  EVENT_ID: { status: 400, message: 'Last-Event-ID is not the id of an event that was received here' },
  EVENT_ID_TOO_OLD: {
    status: 422,
    message:
      'Some of what came after this event is not kept any more; load anew what you keep, and ask without Last-Event-ID',
  },
  EVENT_ID_FOREIGN: {
    status: 422,
    message:
      'This event is not of this log: of another installation, or of one from before it was moved or restored; load anew what you keep, and ask without Last-Event-ID',
  },
  NO_TOPICS: { status: 422, message: 'There is no topic whose events you may be told' },
  TOO_MANY_STREAMS: { status: 429, message: 'Too many event streams are open; end one that is no longer needed' },
  WEBHOOK_URL: {
    status: 422,
    message: 'This address cannot be a webhook: it must be http or https without a user, a password or a fragment',
  },
  WEBHOOK_ADDRESS: {
    status: 422,
    message:
      'This address is not on the internet; the operator can allow private ones by the setting WEBHOOK_PRIVATE_HOSTS',
  },
  TOO_MANY_WEBHOOKS: {
    status: 422,
    message: `There can be at most ${limits.webhooks} webhooks; delete one that is no longer needed`,
  },
  DELIVERY_NOT_DEAD: { status: 409, message: 'Only a delivery that was given up can be sent again by hand' },
  QUOTA: { status: 409, message: messages.quota },
  RERUN_INVALID: { status: 422, message: messages.rerunInvalid },
  UNSUPPORTED_TYPE: { status: 415, message: 'This format is not supported' },
  FACETS_NOT_READY: {
    status: 503,
    message: 'The search index is being made anew, and counts values when that is done. Try again in some minutes',
  },
  SERVICE_UNAVAILABLE: { status: 503, message: 'A part of the system does not answer. Try again in a moment' },
  NOT_CONFIGURED: { status: 503, message: 'This is not configured' },
  TIMEOUT: { status: 503, message: messages.timeout },
  OVERLOADED: { status: 503, message: 'The system is busy. Try again in a moment' },
  NO_ROOM: { status: 507, message: 'There is no room left on the disk' },
  INTERNAL: { status: 500, message: 'Something broke on our side. The request id finds it in the logs' },
} as const satisfies Record<string, { status: number; message: string }>;

/** What is said instead where a code is refused for another reason than its usual one. */
export const reasonTexts = {
  usernameReserved: 'This username is kept for the system itself',
  passwordGuessed: 'This password is too easily guessed: it is, or resembles, one of the most common passwords',
  passwordHasName: 'The password must not contain the username',
} as const;

export type ErrorCode = keyof typeof errorCatalogue;

/** A fault that the caller is told about. Anything else that is thrown is a defect and answers 500. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly details: unknown;
  /** Seconds after which a retry makes sense; becomes the header Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? errorCatalogue[code].message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.statusCode = options.status ?? errorCatalogue[code].status;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }
}

export interface ApiErrorOptions {
  message?: string;
  details?: unknown;
  retryAfter?: number;
  /** Only where behaviour gives one code two statuses. */
  status?: number;
  cause?: unknown;
}

/** @example throw apiError('WRONG_STATE', { details: { allowed: ['PAUSED'] } }) */
export const apiError = (code: ErrorCode, options?: ApiErrorOptions): ApiError => new ApiError(code, options);

/** The specified fault for a call parameter that was left out. */
export const requiredParameter = (parameter: string, call: string): ApiError =>
  new ApiError('REQUIRED_PARAMETER', { message: messages.requiredParameter(parameter, call), details: { parameter } });
