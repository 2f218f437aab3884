import { type ApiFailure, Client, logIn } from '@numscope/client';
import { UsageError } from './terminal.ts';

const DEFAULT_URL = 'http://127.0.0.1:8080';

/** Where Numscope answers, by NUMSCOPE_URL. @throws UsageError */
function addressOf(env: NodeJS.ProcessEnv): string {
  const url = env['NUMSCOPE_URL'] || DEFAULT_URL;
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new UsageError(`NUMSCOPE_URL must be an address such as ${DEFAULT_URL}`);
}

/**
 * A client with the key or the login that the environment has.
 * @throws UsageError when there is neither, ApiFailure when they do not count
 */
export async function connect(env: NodeJS.ProcessEnv): Promise<Client> {
  const url = addressOf(env);
  const { NUMSCOPE_KEY: key, NUMSCOPE_USERNAME: username, NUMSCOPE_PASSWORD: password } = env;
  if (key && !/^[\x21-\x7E]+$/.test(key.trim()))
    throw new UsageError('NUMSCOPE_KEY is no API key: it has other characters');
  if (key) return new Client({ url, bearer: () => key });
  if (username && password) return logIn(url, username, password);
  throw new UsageError(
    'Say who you are: NUMSCOPE_KEY (an API key, made in the console under your name), or NUMSCOPE_USERNAME and NUMSCOPE_PASSWORD',
  );
}

/** What a person is told of a call that failed. */
export function failureText(failure: ApiFailure, env: NodeJS.ProcessEnv): string {
  if (failure.code === 'NO_ANSWER')
    return `Numscope does not answer at ${addressOf(env)}: is it started? NUMSCOPE_URL names another address`;
  const details = failure.details === undefined ? '' : `\n${JSON.stringify(failure.details)}`;
  const request = failure.requestId === undefined ? '' : ` (request ${failure.requestId})`;
  return `${failure.message} [${failure.code}]${request}${details}`;
}
