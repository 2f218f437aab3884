import { ApiFailure } from '@numscope/client';
import { callApi } from '@numscope/ui';
import { logoutSettled } from './log-out.ts';

/** Why somebody was not let in: `code` asks for a second factor's code, or says that it was wrong. */
export interface Refusal {
  of: 'code-required' | 'code-wrong' | 'other';
  text: string;
}

/** What the login asks of the server, loaded with the contracts when somebody begins to type. */
export interface Credentials {
  username: string;
  password: string;
  code?: string;
}

/** @returns the access token, or why there is none */
export async function signIn(body: Credentials): Promise<string | Refusal> {
  await logoutSettled();
  try {
    return (await callApi('login', { body })).accessToken;
  } catch (error) {
    const code = error instanceof ApiFailure ? error.code : '';
    const of = code === 'CODE_REQUIRED' ? 'code-required' : code === 'CODE_WRONG' ? 'code-wrong' : 'other';
    return { of, text: error instanceof Error ? error.message : String(error) };
  }
}
