import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, type Role } from '@numscope/contracts';
import { Api } from '../../src/api.ts';
import { type Product, startProduct } from '../../src/product.ts';
import { scaled } from '../../src/scale.ts';
import { runSchemathesis } from '../../src/schemathesis.ts';
import { jobIs } from '../../src/watch-job.ts';

const password = 'Quiet!River7';
/** The least that counts as a run. */
const CASES = 3000;
/** For each operation, besides the edges of its schema, so that all together are more than that. */
const EXAMPLES = scaled(5, 50);

let product: Product;
let admin: Api;

beforeAll(async () => {
  // Thousands of calls a second from one address are what this is about.
  product = await startProduct({ env: { SANDBOX: 'true', RATE_LIMIT: '1000000' } });
  admin = await Api.login(product.url);
  const job = await admin.call(calls.createJobByRange, {
    body: { name: 'Known', from: '998901230000', to: '998901230059' },
  });
  await jobIs(admin, job.number, 'DONE');
});

afterAll(async () => {
  await product.discard();
});

// The user first: an administrator may do anything to the other users.
it.each<[string, Role]>([
  ['a user', 'USER'],
  ['an administrator', 'ADMIN'],
])('answers every call of %s as its description says', async (_who, role) => {
  const userName = `fuzzing_${role.toLowerCase()}`;
  const user = await admin.call(calls.createUser, {
    body: { userName, password, roles: [role], modules: ['Profiler', 'Webint'] },
  });
  const caller = await Api.login(product.url, userName, password);
  const { token } = caller;
  const report = await runSchemathesis({
    url: product.url,
    token,
    userName,
    userId: user.id,
    password,
    examples: EXAMPLES,
  });
  const { printed, exitCode, ...told } = report;
  console.log(exitCode === 0 ? `${told.test_cases.generated} cases as ${role}` : printed);
  expect(told).toMatchObject({ complete: true, failures: [], errors: [], operations: { errored: 0, skipped: 0 } });
  expect(told.operations.tested).toBe(told.operations.total);
  expect(told.test_cases.generated).toBeGreaterThanOrEqual(CASES);
  expect(exitCode).toBe(0);
  // The token has lived through all of it, so nothing was answered 401 instead of being tried.
  expect(await caller.call(calls.me)).toMatchObject({ userName });
});
