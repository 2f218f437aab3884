import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, type Role } from '@numscope/contracts';
import { Api } from '../../src/api.ts';
import { type Product, startProduct } from '../../src/product.ts';
import { scaled } from '../../src/scale.ts';
import { runSchemathesis, type SchemathesisReport } from '../../src/schemathesis.ts';
import { jobIs } from '../../src/watch-job.ts';

const password = 'Quiet!River7';
/** The least that counts as a run. */
const CASES = 3000;
/** For each operation, besides the edges of its schema, so that all together are more than that. */
const EXAMPLES = scaled(5, 50);

interface Run {
  product: Product;
  caller: Api;
  userName: string;
  report: Promise<SchemathesisReport>;
}

/** A product of its own, as an administrator may do anything to other users, and all calls to it as such a user. */
async function begin(role: Role): Promise<Run> {
  // Thousands of calls a second from one address are what this is about.
  const product = await startProduct({ env: { SANDBOX: 'true', RATE_LIMIT: '1000000' } });
  const admin = await Api.login(product.url);
  const job = await admin.call(calls.createJobByRange, {
    body: { name: 'Known', from: '998901230000', to: '998901230059' },
  });
  await jobIs(admin, job.number, 'DONE');
  const userName = `fuzzing_${role.toLowerCase()}`;
  const user = await admin.call(calls.createUser, {
    body: { userName, password, roles: [role], modules: ['Profiler', 'Webint'] },
  });
  const caller = await Api.login(product.url, userName, password);
  const { token } = caller;
  const report = runSchemathesis({
    url: product.url,
    token,
    userName,
    userId: user.id,
    password,
    examples: EXAMPLES,
  });
  report.catch(() => undefined);
  return { product, caller, userName, report };
}

const runs = new Map<Role, Run>();
// Both at once: most of the time each waits for its own client, which uses one core.
beforeAll(async () => {
  for (const role of ['USER', 'ADMIN'] as const) runs.set(role, await begin(role));
});

afterAll(async () => {
  for (const { product } of runs.values()) await product.discard();
});

it.each<[string, Role]>([
  ['a user', 'USER'],
  ['an administrator', 'ADMIN'],
])('answers every call of %s as its description says', async (_who, role) => {
  const run = runs.get(role);
  if (!run) throw new Error(`nothing was begun as ${role}`);
  const { printed, exitCode, ...told } = await run.report;
  console.log(exitCode === 0 ? `${told.test_cases.generated} cases as ${role}` : printed);
  expect(told).toMatchObject({ complete: true, failures: [], errors: [], operations: { errored: 0, skipped: 0 } });
  expect(told.operations.tested).toBe(told.operations.total);
  expect(told.test_cases.generated).toBeGreaterThanOrEqual(CASES);
  expect(exitCode).toBe(0);
  // The token has lived through all of it, so nothing was answered 401 instead of being tried.
  expect(await run.caller.call(calls.me)).toMatchObject({ userName: run.userName });
});
