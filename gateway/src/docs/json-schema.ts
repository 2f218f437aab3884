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

interface Options {
  /** The names of schemas, which are told below `$defs` then and referred to; else all is told where it stands. */
  metadata?: z.core.$ZodRegistry<{ id?: string }>;
  /** What is shown in the place of a schema that is described as another one. */
  described?: (as: z.ZodType) => Json;
}

/** A schema as the API's description shows it: what a caller may send (`input`) or gets (`output`). */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', options: Options = {}): Json {
  const { metadata, described = (as) => jsonSchema(as, io) } = options;
  const { $schema: _dialect, ...json } = z.toJSONSchema(descriptionOf(schema) ?? schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    ...(metadata ? { metadata } : {}),
    override({ zodSchema, jsonSchema: part }) {
      const as = descriptionOf(zodSchema);
      if (as) {
        for (const key of Object.keys(part)) Reflect.deleteProperty(part, key);
        Object.assign(part, described(as));
      }
      const needed = neededFields(zodSchema);
      if (needed.length > 0) part.required = [...new Set([...(part.required ?? []), ...needed])];
    },
  });
  return json;
}
