import * as z from 'zod';
import { limits } from '../limits.ts';

/** An order by one of these fields, which are a closed list: their names go on to the stores. */
export const sortBy = <const Fields extends readonly [string, ...string[]]>(fields: Fields) =>
  z.object({ field: z.string().pipe(z.enum(fields)).meta({ enum: fields }), direction: z.enum(['ASC', 'DESC']) });

export interface Sort {
  field: string;
  direction: 'ASC' | 'DESC';
}

/** `page` counts from 0; `size` is at most 1000. */
export const pageRequest = (size: number) => ({
  page: z.number().int().min(0).max(limits.maxPage).default(0),
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
