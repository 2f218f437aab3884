import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError, apiError, type Call, callerNames, calls } from '@numscope/contracts';
import {
  createServiceApp,
  type Identity,
  finishApp,
  route,
  type ServiceClient,
  type ServiceCredentials,
} from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { createTestKit, type TestKit } from '../test-kit.ts';

export interface ClientHarness {
  client: ServiceClient;
  close(): Promise<void>;
}

/** These tests are of the way that a call takes; who may make it is not their business. */
const forAll = <C extends Call>(call: C): C => ({ ...call, services: callerNames });

const none = '0'.repeat(64);

/** Rejects with what `work` throws, which must be an ApiError. */
async function faultOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ApiError) return error;
  throw new Error(`it was not refused with an ApiError: ${String(error)}`);
}

/**
 * What every service client must do. `create` opens one that calls as `caller`, and reaches every service at the
 * routes of `app`.
 */
export function serviceClientSuite(
  name: string,
  create: (app: FastifyInstance, caller: ServiceCredentials) => Promise<ClientHarness>,
): void {
  describe(`service client: ${name}`, () => {
    let test: TestKit;
    let app: FastifyInstance;
    let harness: ClientHarness;
    let seen: Array<{ identity: Identity | null; id: string; body: unknown; query: unknown; params: unknown }>;
    let release: () => void;
    let held: Promise<void>;

    beforeEach(async () => {
      test = await createTestKit('users');
      app = createServiceApp(test.kit);
      seen = [];
      held = new Promise((resolve) => (release = resolve));
      app.addContentTypeParser('image/png', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      app.addHook(
        'preHandler',
        async ({ identity, id, body, query, params }) => void seen.push({ identity, id, body, query, params }),
      );
      route(app, forAll(calls.revocations), async ({ query }) => ({
        revision: query.since + 1,
        users: [],
        keys: [...test.tokens.publicKeys()],
      }));
      route(app, forAll(calls.setPassword), async () => undefined);
      route(app, forAll(calls.checkPassword), async () => {
        throw apiError('TOO_MANY_REQUESTS', { message: 'not so fast', details: { wait: 3 }, retryAfter: 3 });
      });
      route(app, forAll(calls.storeImage), async () => ({
        id: 'a'.repeat(64),
        type: 'image/png' as const,
        width: 1,
        height: 1,
        bytes: 1,
      }));
      route(app, forAll(calls.getJob), async () => {
        await held;
        throw apiError('NOT_FOUND');
      });
      route(app, forAll(calls.getImage), async ({ params, reply }) => {
        if (params.id === none) throw apiError('NOT_FOUND', { details: { id: none } });
        return reply.header('content-type', 'image/png').send(Buffer.alloc(300_000, 7));
      });
      await finishApp('users', app, {});
      harness = await create(app, test.tokens.credentialsOf('jobs'));
    });
    afterEach(async () => {
      release();
      await harness.close();
      await app.close();
      await test.close();
    });

    it('brings the parameters there and the answer back, with a token of its own and the id of the request', async () => {
      const answer = await harness.client.call(calls.revocations, { query: { since: 41 }, requestId: 'r-1' });
      expect(answer).toMatchObject({ revision: 42, users: [] });
      expect(seen).toMatchObject([
        { id: 'r-1', query: { since: 41 }, identity: { userName: 'service:jobs', service: 'jobs', roles: [] } },
      ]);
    });

    it('sends a body, and takes an answer that has none', async () => {
      const body = { userName: 'anna', current: 'Old!1234', password: 'New!1234' };
      expect(await harness.client.call(calls.setPassword, { body })).toBeUndefined();
      expect(seen).toMatchObject([{ body }]);
    });

    it('sends bytes as they are', async () => {
      const content = Uint8Array.from({ length: 100_000 }, (_, i) => i % 256);
      await harness.client.call(calls.storeImage, { bytes: { content, contentType: 'image/png' } });
      expect(Buffer.from(content).equals(seen[0]?.body as Buffer)).toBe(true);
    });

    it('fills in what stands in the path, whatever it is made of', async () => {
      release();
      await faultOf(harness.client.call(calls.getJob, { params: { number: 'a/b ?ü' } }));
      expect(seen).toMatchObject([{ params: { number: 'a/b ?ü' } }]);
    });

    it('throws a fault of the other side as it was thrown there', async () => {
      const fault = await faultOf(
        harness.client.call(calls.checkPassword, { body: { userName: 'anna', password: 'x' } }),
      );
      expect(fault).toMatchObject({
        code: 'TOO_MANY_REQUESTS',
        statusCode: 429,
        message: 'not so fast',
        details: { wait: 3 },
        retryAfter: 3,
      });
    });

    it('gives a call up when its time is over', async () => {
      const fault = await faultOf(harness.client.call(calls.getJob, { params: { number: '1' }, timeoutMs: 100 }));
      expect(fault.code).toBe('TIMEOUT');
    });

    it('gives a call up when its caller does', async () => {
      const caller = new AbortController();
      const call = faultOf(
        harness.client.call(calls.getJob, { params: { number: '1' }, signal: caller.signal, timeoutMs: 60_000 }),
      );
      while (seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
      caller.abort();
      expect((await call).code).toBe('TIMEOUT');
    });

    it('hands over an answer that is a stream, and throws its fault', async () => {
      const { status, headers, body } = await harness.client.stream(calls.getImage, { params: { id: 'a'.repeat(64) } });
      expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'image/png' });
      let bytes = 0;
      for await (const chunk of body) bytes += Buffer.from(chunk as Uint8Array).length;
      expect(bytes).toBe(300_000);
      const fault = await faultOf(harness.client.stream(calls.getImage, { params: { id: none } }));
      expect(fault).toMatchObject({ code: 'NOT_FOUND', details: { id: none } });
    });
  });
}
