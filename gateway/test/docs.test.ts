import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Call, calls, pathsOf } from '@numscope/contracts';
import { type StreamPosition, writeEventId } from '../src/events/event-id.ts';
import { type Setup, setUp } from './setup.ts';

interface Operation {
  operationId: string;
  parameters: Array<{ name: string; in: string; required: boolean; schema?: { pattern?: string } }>;
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> };
  responses: Record<string, unknown>;
  security: unknown[];
}
interface Linking {
  links?: Record<string, { operationId: string; parameters: Record<string, string> }>;
}
interface Choice {
  properties?: Record<string, unknown>;
}
interface Description {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

let setup: Setup;
let description: Description;
beforeAll(async () => {
  setup = await setUp();
  description = (await (await fetch(`${setup.url}/api/openapi.json`)).json()) as Description;
});
afterAll(() => setup.close());

describe("the API's description", () => {
  it('has every call of the outside at each of its paths, and none of the inside', () => {
    const outside = Object.values(calls).filter((call: Call) => call.access !== 'service');
    const expected = outside.flatMap((call) => pathsOf(call).map((path) => `${call.method.toLowerCase()} ${path}`));
    const described = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(description.openapi).toBe('3.1.0');
    const shapes = (texts: string[]): string[] => texts.map((text) => text.replaceAll(/\{\w+\}/g, '{}')).toSorted();
    expect(shapes(described)).toEqual(shapes(expected));
    // Paths that differ in the names of their parameters alone would be one path, described twice.
    const paths = shapes(Object.keys(description.paths));
    expect(new Set(paths).size).toBe(paths.length);
    expect(described.some((text) => text.includes('/internal/'))).toBe(false);
  });

  it('names each operation once, and each parameter that stands in its path', () => {
    const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, operation })),
    );
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
      expect(inPath.sort()).toEqual((path.match(/\{\w+\}/g) ?? []).sort());
    }
  });

  it('tells the fields of a form before its file, the refusal, and which calls need a token', () => {
    const upload = description.paths['/api/v2/job/file']?.['post'];
    const fields = Object.keys(upload?.requestBody?.content['multipart/form-data']?.schema.properties ?? {});
    expect(fields).toEqual(expect.arrayContaining(['name', 'region']));
    expect(fields.at(-1)).toBe('file');
    const refused = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
    for (const status of [400, 401, 403, 408, 409, 413, 415, 422, 429, 503, 507])
      expect(upload?.responses[status]).toMatchObject(refused);
    expect(upload?.responses).not.toHaveProperty('default');
    expect(upload?.responses).not.toHaveProperty('500');
    expect(upload?.security).toEqual([{ token: [] }, { apiKey: [] }]);
    expect(description.paths['/api/auth/key']?.['post']?.security).toEqual([{ token: [] }]);
    expect(description.paths['/api/auth/login']?.['post']?.security).toEqual([]);
  });

  it('says in the description of a call with large answers that they must be taken', () => {
    const said = (path: string, method: string) => description.paths[path]?.[method]?.responses['429'];
    const taken = { description: expect.stringContaining('has not taken 128 MB of answers yet') as unknown };
    expect(said('/api/v2/profile/by-phones', 'post')).toMatchObject(taken);
    expect(said('/api/auth/login', 'post')).not.toMatchObject(taken);
  });

  it('says of a costly call how many of it each caller may have, and of one that anybody may make each address', () => {
    const said = (path: string) => description.paths[path]?.['post']?.responses['429'];
    const tells = (text: string) => ({ description: expect.stringContaining(text) as unknown });
    for (const path of ['/api/auth/login', '/api/auth/oidc/start', '/api/auth/oidc/callback']) {
      expect(said(path)).toMatchObject(
        tells('each address may have 16 of this call under way at a gateway; from 32 in all'),
      );
      expect(said(path)).toMatchObject(tells('from 64 on nobody does'));
      expect(said(path)).not.toMatchObject(tells('a minute'));
    }
    expect(said('/api/v2/job/file')).toMatchObject(tells('each caller may have 8 of this call under way'));
  });

  it('tells of answers that a header asks for: nothing of a picture that the caller has, and a page', () => {
    const answersOf = (path: string) => description.paths[path]?.['get']?.responses ?? {};
    for (const path of ['/api/image/{id}', '/api/image/{id}/thumbnail'])
      expect(answersOf(path)['304']).toEqual({ description: expect.stringContaining('If-None-Match') });
    expect(answersOf('/api/image/{id}/faces')).not.toHaveProperty('304');
    expect(answersOf('/api/privacy/access')['200']).toMatchObject({
      content: { 'application/json': {}, 'text/html': { schema: { type: 'string' } } },
    });
  });

  it('says what is really needed where the parser leaves a fault to its own text', () => {
    const login = description.paths['/api/auth/login']?.['post']?.requestBody?.content['application/json']?.schema;
    expect(login).toEqual({ $ref: '#/components/schemas/LoginRequest' });
    expect(description.components.schemas['LoginRequest']).toMatchObject({
      required: ['username', 'password'],
      properties: { password: { type: 'string', minLength: 1 } },
    });
    const phones = description.paths['/api/profile/search/by-phones/{type}']?.['post']?.requestBody;
    expect(phones).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { type: 'array', minItems: 1 } } },
    });
    expect(description.paths['/api/profile/individual-export']?.['get']?.parameters).toMatchObject([
      { name: 'phone', required: true },
      { name: 'purpose', required: false },
    ]);
    const topics = description.paths['/api/events']?.['get']?.parameters[0];
    const pattern = new RegExp(topics?.schema?.pattern ?? '^$');
    expect(['job.created', 'job.created,source.state'].filter((text) => !pattern.test(text))).toEqual([]);
    expect(['', 'jobXcreated', 'job.created,', 'job.progress'].filter((text) => pattern.test(text))).toEqual([]);
    const after = description.paths['/api/events']?.['get']?.parameters[1];
    expect(after).toMatchObject({ name: 'last-event-id', in: 'header', required: false });
    const position: StreamPosition = new Map([
      ['job.created', [1, 36]],
      ['image.faces', [0]],
    ]);
    const idForm = new RegExp(after?.schema?.pattern ?? '^$');
    expect(['', 'LOG', 'log~job.created'].filter((text) => idForm.test(text))).toEqual([]);
    expect(writeEventId('0a1b2c', position)).toMatch(idForm);
    expect(description.paths['/api/health-checker']?.['get']?.responses['503']).toMatchObject({
      content: { 'application/json': { schema: { anyOf: [{}, { $ref: '#/components/schemas/Health' }] } } },
    });
    expect(description.paths['/api/source/{name}/test']?.['post']?.requestBody).toMatchObject({ required: false });
    // Of any call the address and the headers may be too long.
    const all = Object.values(description.paths).flatMap((methods) => Object.values(methods));
    for (const { responses } of all)
      expect(responses['431']).toMatchObject({ description: expect.stringContaining('16384 bytes') });
  });

  it('tells each schema once, by the name of its contract, and refers to none that is not there', () => {
    const { schemas } = description.components;
    const text = JSON.stringify(description);
    const referred = new Set(Array.from(text.matchAll(/"\$ref":"([^"]+)"/g), ([, to]) => to));
    expect([...referred].toSorted()).toEqual(
      Object.keys(schemas)
        .map((name) => `#/components/schemas/${name}`)
        .toSorted(),
    );
    expect(text).not.toMatch(/\$defs|@input|@output/);
    // What stands by itself in an answer may be left out where it is sent.
    expect(schemas['FieldFilter']).toMatchObject({ required: ['values', 'and'] });
    expect(schemas['FieldFilterInput']).toMatchObject({ required: ['values'] });
    expect(schemas['JobPatch']).toMatchObject({ if: { required: ['type'] }, else: { required: ['iteration'] } });
    expect(schemas['JobPage']).toMatchObject({
      properties: { content: { type: 'array', items: { $ref: '#/components/schemas/Job' } } },
    });
  });

  it('names each choice of a schema that has objects in it', () => {
    // Generators of clients name an object without a name by where it stands, and go through a choice without one twice.
    const unnamed = Object.entries(description.components.schemas).flatMap(([name, schema]) => {
      const { anyOf, oneOf } = schema as { anyOf?: Choice[]; oneOf?: Choice[] };
      const fields = (anyOf ?? oneOf ?? []).flatMap(({ properties = {} }) => Object.entries(properties));
      return fields
        .filter(([, field]) => JSON.stringify(field).includes('"properties":'))
        .map(([field]) => `${name}.${field}`);
    });
    expect(unnamed).toEqual([]);
  });

  it('links what makes something to what can be done with it, by parameters and fields that there are', () => {
    const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
    const linked = operations.flatMap((operation) =>
      Object.values(operation.responses).flatMap((answer) => Object.values((answer as Linking).links ?? {})),
    );
    expect(linked.length).toBeGreaterThan(20);
    for (const { operationId, parameters } of linked) {
      const target = operations.find((operation) => operation.operationId === operationId);
      const inPath = target?.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect([operationId, Object.keys(parameters)]).toEqual([operationId, inPath?.slice(0, 1)]);
      expect(Object.values(parameters)).toEqual([expect.stringMatching(/^\$response\.body#\/(id|number)$/)]);
    }
  });

  it('says of what type the bytes of a stream are', () => {
    const types = (path: string, method: string): string[] => {
      const done = description.paths[path]?.[method]?.responses['200'] as { content: object };
      return Object.keys(done.content);
    };
    expect(types('/api/image/{id}/thumbnail', 'get')).toEqual(['image/webp']);
    expect(types('/api/audit/export/{type}', 'post')).toEqual(['text/csv', 'application/json']);
    expect(types('/api/profile/export/stream', 'post')).toContain('application/x-ndjson');
  });

  it('can be read as a page without any script', async () => {
    const answer = await fetch(`${setup.url}/api/docs`);
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(text).not.toMatch(/<script|https?:\/\/|__CSP_NONCE__/);
    expect(text).toContain('/api/v2/profile/search');
  });
});
