import * as z from 'zod';
import { limits } from './limits.ts';

/** Milliseconds since the epoch. */
export const Timestamp = z.number().int();

/** E.164 with its plus sign, as the product keeps it. */
export const E164 = z.string().regex(/^\+[1-9]\d{1,14}$/);

/** A phone as a caller may write it: with or without the plus sign; becomes E.164. */
export const PhoneParam = z
  .string()
  .trim()
  .regex(/^\+?[1-9]\d{1,14}$/, 'must be a phone number: digits, with or without +')
  .transform((text) => (text.startsWith('+') ? text : `+${text}`));

/** True and false as forms and query strings write them. */
export const Flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', 'on', 'off', ''])])
  .transform((value) => value === true || value === 'true' || value === '1' || value === 'on');

export const Sort = z.object({ field: z.string().min(1).max(64), direction: z.enum(['ASC', 'DESC']) });
export type Sort = z.infer<typeof Sort>;

/** `page` counts from 0; `size` is at most 1000. */
export const pageRequest = (size: number) => ({
  page: z.number().int().min(0).default(0),
  size: z.number().int().min(1).max(limits.maxPageSize).default(size),
});

/** The one shape of a page. `totalIsLowerBound` only where counting stops at 10,000. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    content: z.array(item),
    totalElements: z.number().int(),
    totalPages: z.number().int(),
    number: z.number().int(),
    size: z.number().int(),
    totalIsLowerBound: z.boolean().optional(),
  });

export interface Page<T> {
  content: T[];
  totalElements: number;
  totalPages: number;
  number: number;
  size: number;
  totalIsLowerBound?: boolean | undefined;
}

/** Builds a page from one slice and the count of the whole. */
export function toPage<T>(content: T[], totalElements: number, request: { page: number; size: number }): Page<T> {
  return { content, totalElements, totalPages: Math.ceil(totalElements / request.size), number: request.page, size: request.size };
}

export const Nothing = z.void();
