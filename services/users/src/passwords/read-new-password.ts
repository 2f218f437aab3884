import { apiError } from '@numscope/contracts';
import { readPassword } from '../domain/user-fields.ts';
import { isCommonPassword } from './common-passwords.ts';
import { fold } from './fold-password.ts';

/** Shorter names stand in good passwords by chance. */
const NAME_CHARS = 4;

const refused = (message: string) => apiError('PASSWORD_RULE', { details: [{ field: 'password', message }] });

/**
 * A password that somebody is about to get: it obeys the specified rule, and is not one that is guessed first.
 * @throws ApiError PASSWORD_REQUIRED, PASSWORD_RULE with details that say why where the rule itself is obeyed
 */
export async function readNewPassword(given: string | null | undefined, userName: string): Promise<string> {
  const password = readPassword(given);
  if (userName.length >= NAME_CHARS && fold(password).includes(fold(userName)))
    throw refused('must not contain the user name');
  if (await isCommonPassword(password))
    throw refused('is too easily guessed: it is, or resembles, one of the most common passwords');
  return password;
}
