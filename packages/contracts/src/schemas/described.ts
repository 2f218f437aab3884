import * as z from 'zod';

const descriptions = new WeakMap<z.core.$ZodType, z.ZodType>();

/**
 * A value that is parsed loosely because each fault of it answers a specified text of its own, where it is used.
 * Callers are told what is really taken: the API's description shows `as` instead, and where `as` may not be left out
 * it is a required one.
 */
export function describedAs<S extends z.ZodType>(schema: S, as: z.ZodType): S {
  descriptions.set(schema, as);
  return schema;
}

/** What the API's description shows for this schema; undefined: the schema itself. */
export const descriptionOf = (schema: z.core.$ZodType): z.ZodType | undefined => descriptions.get(schema);

/** Whether a value may not be left out, as the API's description has it. */
export const isRequired = (schema: z.core.$ZodType): boolean =>
  !z.safeParse(descriptionOf(schema) ?? schema, undefined).success;
