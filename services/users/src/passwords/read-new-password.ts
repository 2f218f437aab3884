import { apiError, reasonTexts } from '@numscope/contracts';
import { readPassword } from '../domain/user-fields.ts';
import { isCommonPassword } from './common-passwords.ts';
import { fold } from './fold-password.ts';

/** Shorter names stand in good passwords by chance. */
const NAME_CHARS = 4;

const refused = (message: string) => apiError('PASSWORD_RULE', { message, details: [{ field: 'password' }] });

/**
 * A password that somebody is about to get: it obeys the specified rule, and is not one that is guessed first.
 * @throws ApiError PASSWORD_REQUIRED, PASSWORD_RULE, which says why where the rule itself is obeyed
 */
export async function readNewPassword(given: string | null | undefined, userName: string): Promise<string> {
  const password = readPassword(given);
  if (userName.length >= NAME_CHARS && fold(password).includes(fold(userName)))
    throw refused(reasonTexts.passwordHasName);
  if (await isCommonPassword(password)) throw refused(reasonTexts.passwordGuessed);
  return password;
}
