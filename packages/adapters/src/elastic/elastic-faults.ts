import { errors } from '@elastic/elasticsearch';
import { apiError, messages } from '@numscope/contracts';
import { retry, TransientError } from '@numscope/platform';

const MOST_TRIES = 4;

/** Answers that pass by themselves: too much at once, a node that is starting, leaving or cut off. */
const passing = (status: number | undefined): boolean => status === 429 || (status !== undefined && status >= 500);

/** The engine's word for asking an index that somebody dropped. */
export const MISSING_INDEX = 'index_not_found_exception';

/** An index that somebody dropped was asked: passing too, as the service whose index it is makes it anew. */
export class MissingIndexError extends TransientError {
  constructor(told: string) {
    super(told);
    this.name = 'MissingIndexError';
  }
}

const isResponse = (error: unknown): error is errors.ResponseError => error instanceof errors.ResponseError;

/** The engine's own word for a fault, as `index_not_found_exception`. */
const typeOf = (error: errors.ResponseError): string => {
  const body: unknown = error.body;
  const fault = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  return typeof fault === 'object' && fault !== null && 'type' in fault ? String(fault.type) : 'no reason given';
};

/** Whether the engine said that this does not exist, or exists already, or whatever else `type` names. */
export const isFault = (error: unknown, type: string): boolean => isResponse(error) && typeOf(error) === type;

export const isNotFound = (error: unknown): boolean => isResponse(error) && error.statusCode === 404;

/**
 * Whether a search has more words than this node's heap and threads allow, however the engine's version says so: it
 * names it as the cause of what failed.
 */
const hasTooManyWords = (error: errors.ResponseError): boolean =>
  /too[_ ]many[_ ](?:nested[_ ])?clauses/i.test(JSON.stringify(error.body ?? null));

/** One item of a bulk request was refused for now. */
export const isPassingStatus = passing;

/** The cluster knows no such user or password (401), or the user may not do it (403). */
export class RefusedError extends Error {
  readonly status: 401 | 403;

  constructor(told: string, status: 401 | 403) {
    super(
      `${told}; check the user, the password and the rights of SEARCH_URL, SEARCH_USERNAME and SEARCH_PASSWORD_FILE`,
    );
    this.name = 'RefusedError';
    this.status = status;
  }
}

/** Whether to ask again at once may help. A time limit that ran out has cost enough. */
const isWorthAnother = (error: unknown): boolean => {
  if (isResponse(error)) return passing(error.statusCode) && !hasTooManyWords(error);
  return error instanceof errors.ElasticsearchClientError && !(error instanceof errors.TimeoutError);
};

/**
 * What a caller gets instead of the client's error, which carries the request: addresses, headers, documents. An
 * ApiError for what whoever asked can mend.
 * @param doing what was tried, as "search"
 */
function faultOf(error: unknown, doing: string): unknown {
  if (!(error instanceof errors.ElasticsearchClientError)) return error;
  if (!isResponse(error)) return new TransientError(`Elasticsearch does not answer (${doing}): ${error.message}`);
  const told = `Elasticsearch answered ${error.statusCode} (${doing}): ${typeOf(error)}`;
  if (typeOf(error) === MISSING_INDEX) return new MissingIndexError(told);
  if (hasTooManyWords(error))
    return apiError('CRITERIA_TOO_MANY', { message: messages.criteriaTooLong, cause: new Error(told) });
  if (passing(error.statusCode)) return new TransientError(told);
  return error.statusCode === 401 || error.statusCode === 403
    ? new RefusedError(told, error.statusCode)
    : new Error(told);
}

/** Runs one call of the client. Its faults come out as `TransientError` or `Error` without anything of the request. */
export async function askedOnce<T>(doing: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw faultOf(error, doing);
  }
}

/**
 * The same for calls that may be repeated: what fails for now, or for what `alsoFor` says, is tried a few times within
 * half a second.
 */
export async function asked<T>(
  doing: string,
  call: () => Promise<T>,
  alsoFor: (error: unknown) => boolean = () => false,
): Promise<T> {
  const again = (error: unknown, tries: number): boolean =>
    tries < MOST_TRIES && (isWorthAnother(error) || alsoFor(error));
  return askedOnce(doing, () => retry(call, { again }));
}
