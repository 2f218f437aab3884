import { apiError, type LoginRequest, passwordMaxChars, userNameMaxChars } from '@numscope/contracts';
import type * as z from 'zod';

/** What is too long to be anybody's stays so, and is cut before it is hashed or passed on. */
export const cutPassword = (password: string): string => password.slice(0, passwordMaxChars + 1);

/** A code that was typed; null: none was. */
const readCode = (code: string | null | undefined): string | null => (code?.trim() ? code : null);

/** @throws ApiError USERNAME_REQUIRED, PASSWORD_REQUIRED */
export function readLogin(request: z.infer<typeof LoginRequest>): {
  userName: string;
  password: string;
  code: string | null;
} {
  if (!request.username?.trim()) throw apiError('USERNAME_REQUIRED');
  if (!request.password) throw apiError('PASSWORD_REQUIRED');
  const userName = request.username.slice(0, userNameMaxChars + 1);
  return { userName, password: cutPassword(request.password), code: readCode(request.code) };
}
