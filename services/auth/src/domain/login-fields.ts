import { apiError, type LoginRequest, passwordMaxChars, userNameMaxChars } from '@numscope/contracts';
import type * as z from 'zod';

/** What is too long to be anybody's stays so, and is cut before it is hashed or passed on. */
export const cutPassword = (password: string): string => password.slice(0, passwordMaxChars + 1);

/** @throws ApiError USERNAME_REQUIRED, PASSWORD_REQUIRED */
export function readLogin(request: z.infer<typeof LoginRequest>): { userName: string; password: string } {
  if (!request.username?.trim()) throw apiError('USERNAME_REQUIRED');
  if (!request.password) throw apiError('PASSWORD_REQUIRED');
  return { userName: request.username.slice(0, userNameMaxChars + 1), password: cutPassword(request.password) };
}
