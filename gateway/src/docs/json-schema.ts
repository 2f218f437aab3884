import { descriptionOf } from '@numscope/contracts';
import * as z from 'zod';

export type Json = Record<string, unknown>;

/** The fields of an object that may be left out as far as its parser goes, but must not be as far as callers go. */
const neededFields = (schema: z.core.$ZodType): string[] =>
  schema instanceof z.ZodObject
    ? Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, part]) =>
        descriptionOf(part)?.safeParse(undefined).success === false ? [name] : [],
      )
    : [];

/** A schema as the API's description shows it: what a caller may send (`input`) or gets (`output`). */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(descriptionOf(schema) ?? schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override({ zodSchema, jsonSchema: part }) {
      const as = descriptionOf(zodSchema);
      if (as) {
        for (const key of Object.keys(part)) Reflect.deleteProperty(part, key);
        Object.assign(part, jsonSchema(as, io));
      }
      const needed = neededFields(zodSchema);
      if (needed.length > 0) part.required = [...new Set([...(part.required ?? []), ...needed])];
    },
  });
  return json;
}
