import { createServiceApp } from '@numscope/platform';
import { createTestKit, type TestKit } from '@numscope/testing';
import { aroundEach } from '@numscope/testing/around';
import type { FastifyInstance } from 'fastify';

/** A service's app without routes, for each test anew. */
export function appForEach(take: (opened: { test: TestKit; app: FastifyInstance }) => void): void {
  const open = async () => {
    const test = await createTestKit('jobs');
    const app = createServiceApp(test.kit);
    const close = async (): Promise<void> => {
      await app.close();
      await test.close();
    };
    return { test, app, close };
  };
  aroundEach(open, take);
}
