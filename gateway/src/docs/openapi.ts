import {
  type Call,
  calls,
  descriptionOf,
  errorCatalogue,
  keyNeedOf,
  pathsOf,
  productName,
  productVersion,
} from '@numscope/contracts';
import { nameOf } from '@numscope/platform';
import type * as z from 'zod';
import { eventIdParameter } from '../events/event-id.ts';
import { answersOf } from './answers.ts';
import { type Json, jsonSchema } from './json-schema.ts';
import { NamedSchemas } from './named-schemas.ts';

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The parameters of a path or query schema; each by its own part of it. */
function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties, required } = jsonSchema(schema, 'input');
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(isObject(properties) ? properties : {}).map(([name, part]) => ({
    name,
    in: place,
    required: place === 'path' || needed.has(name),
    schema: part,
  }));
}

function formOf(call: Call): Json {
  const fields = call.form ? jsonSchema(call.form, 'input') : { type: 'object' };
  const properties = { ...(isObject(fields['properties']) ? fields['properties'] : {}) };
  // Fields come before the file, which is read while it arrives.
  for (const name of call.files ?? []) properties[name] = { type: 'string', format: 'binary', minLength: 1 };
  const required = [
    ...(Array.isArray(fields['required']) ? fields['required'] : []),
    ...(call.filesOptional ? [] : (call.files ?? [])),
  ];
  return { ...fields, properties, ...(required.length > 0 ? { required } : {}) };
}

function requestBodyOf(call: Call, schemas: NamedSchemas): Json | undefined {
  if (call.accepts === 'multipart')
    return { required: true, content: { 'multipart/form-data': { schema: formOf(call) } } };
  if (call.accepts === 'bytes') return { required: true, content: { '*/*': { schema: {} } } };
  if (!call.body) return undefined;
  const required = !(descriptionOf(call.body) ?? call.body).safeParse(undefined).success;
  return { required, content: { 'application/json': { schema: schemas.of(call.body, 'input') } } };
}

const namesIn = (path: string): string[] => Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);

/** What an API key must be made for to make the call. */
function keyText(call: Call): string {
  const { group, reads } = keyNeedOf(call);
  if (call.access === 'public') return '';
  if (group === 'none') return 'No API key may make it.';
  if (group === 'any') return 'Every API key may make it.';
  return reads ? `An API key needs the scope ${group} or ${group}:read.` : `An API key needs the scope ${group}.`;
}

function securityOf(call: Call): Json[] {
  if (call.access === 'public') return [];
  return keyNeedOf(call).group === 'none' ? [{ token: [] }] : [{ token: [] }, { apiKey: [] }];
}

/** @param shown the path under whose parameters' names the call is described */
function operationOf(call: Call, path: string, shown: string, schemas: NamedSchemas): Json {
  const names = new Map(namesIn(path).map((name, index) => [name, namesIn(shown)[index]]));
  const inPath = parametersOf(call.params, 'path').map((parameter) => ({
    ...parameter,
    name: names.get(String(parameter['name'])),
  }));
  const body = requestBodyOf(call, schemas);
  const rights = [
    call.access === 'ADMIN' ? 'Needs the role ADMIN.' : '',
    call.module ? `Needs the module ${call.module}.` : '',
    keyText(call),
  ];
  const description = rights.filter(Boolean).join(' ');
  return {
    operationId: path === call.path ? nameOf(call) : `${nameOf(call)}${path.replaceAll(/\W+/g, '_')}`,
    tags: [call.service],
    summary: call.summary,
    ...(description ? { description } : {}),
    parameters: [
      ...inPath,
      ...parametersOf(call.query, 'query'),
      ...(call.returns === 'events' ? [eventIdParameter] : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: answersOf(call, schemas),
    security: securityOf(call),
  };
}

/** The whole API as an OpenAPI 3.1 document, made from the table of calls. */
export function describeApi(): Json {
  const schemas = new NamedSchemas();
  const paths: Record<string, Json> = {};
  /** Two paths that differ in the names of their parameters alone are one path: the first call's names count. */
  const shapes = new Map<string, string>();
  const outside: Call[] = Object.values(calls).filter((call: Call) => call.access !== 'service');
  for (const call of outside) {
    for (const path of pathsOf(call)) {
      const shape = path.replaceAll(/\{\w+\}/g, '{}');
      const shown = shapes.get(shape) ?? path;
      shapes.set(shape, shown);
      paths[shown] = { ...paths[shown], [call.method.toLowerCase()]: operationOf(call, path, shown, schemas) };
    }
  }
  return schemas.finish({
    openapi: '3.1.0',
    info: {
      title: productName,
      version: productVersion.replace(/^v/, ''),
      description: `Error codes: ${Object.keys(errorCatalogue).join(', ')}.`,
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'From POST /api/auth/login' },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'nsk_...', description: 'From POST /api/auth/key' },
      },
    },
  });
}
