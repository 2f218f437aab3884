import { apiError, type LoginRequest } from '@numscope/contracts';
import type * as z from 'zod';

/** @throws ApiError USERNAME_REQUIRED, PASSWORD_REQUIRED */
export function readLogin(request: z.infer<typeof LoginRequest>): { userName: string; password: string } {
  if (!request.username?.trim()) throw apiError('USERNAME_REQUIRED');
  if (!request.password) throw apiError('PASSWORD_REQUIRED');
  return { userName: request.username, password: request.password };
}
