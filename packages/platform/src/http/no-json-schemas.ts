function unwanted(): never {
  throw new Error('schemas are compiled by zod alone');
}

/**
 * For each app of Fastify: what comes in is checked by zod. Unless told so as it is created, it loads its compilers of
 * JSON Schema, a hundred modules that nobody uses.
 */
export const noJsonSchemas = { compilersFactory: { buildValidator: unwanted, buildSerializer: unwanted } };
