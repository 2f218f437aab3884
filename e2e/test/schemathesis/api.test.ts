import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, keyScopeGroups, type Role } from '@numscope/contracts';
import { Api } from '../../src/calls/api.ts';
import { operationsOf } from '../../src/attack/operations.ts';
import { edgesOfOthers } from '../../src/schemathesis/edges-by-turns.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { full, scaled } from '../../src/scale.ts';
import { runSchemathesis, type SchemathesisReport } from '../../src/schemathesis/schemathesis.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

const password = 'Quiet!River7';
/** The least that counts as a run. */
const CASES = scaled(1000, 10_000);
/** For each operation, besides the edges of its schema, so that all together are more than that. */
const EXAMPLES = scaled(2, 60);

/** For all of them, two at once: at full size each takes an hour where others work beside it. */
const LONGEST_MS = scaled(600_000, 4 * 60 * 60_000);

const callers = {
  USER: { role: 'USER' },
  ADMIN: { role: 'ADMIN' },
  KEY: { role: 'ADMIN', scopes: keyScopeGroups },
  'READING KEY': { role: 'ADMIN', scopes: keyScopeGroups.map((group) => `${group}:read`) },
} as const satisfies Record<string, { role: Role; scopes?: readonly string[] }>;
type Caller = keyof typeof callers;

interface Run {
  product: Product;
  caller: Api;
  userName: string;
  report: SchemathesisReport;
}

/** A product of its own, as an administrator may do anything to other users, and all calls to it as such a user. */
async function fuzzed(who: Caller): Promise<Run> {
  // Thousands of calls a second from one address are what this is about.
  const product = await startProduct({ env: { SANDBOX: 'true', RATE_LIMIT: '1000000' } });
  try {
    const admin = await Api.login(product.url);
    const job = await admin.call(calls.createJobByRange, {
      body: { name: 'Known', from: '998901230000', to: '998901230059' },
    });
    await jobIs(admin, job.number, 'DONE');
    const { role, ...more } = callers[who];
    const userName = `fuzzing_${role.toLowerCase()}`;
    const user = await admin.call(calls.createUser, {
      body: { userName, password, roles: [role], modules: ['Profiler', 'Webint'] },
    });
    const person = await Api.login(product.url, userName, password);
    const key = async (scopes: readonly string[]): Promise<Api> => {
      const made = await person.call(calls.createKey, { body: { name: 'Fuzzing', scopes } });
      return Api.withKey(product.url, made.key);
    };
    const caller = 'scopes' in more ? await key(more.scopes) : person;
    const report = await runSchemathesis({
      url: product.url,
      token: caller.token,
      userName,
      userId: user.id,
      password,
      examples: EXAMPLES,
      withoutEdges: full || who === 'READING KEY' ? [] : edgesOfOthers(who, await operationsOf(product.url)),
    });
    process.stdout.write(report.exitCode === 0 ? `${report.test_cases.generated} cases as ${who}\n` : report.printed);
    return { product, caller, userName, report };
  } catch (error) {
    await product.discard();
    throw error;
  }
}

const runs = new Map<Caller, Promise<Run>>();
/** Two at once: most of the time each waits for its own client, which uses one core. */
const lanes: readonly (readonly Caller[])[] = [
  ['USER', 'KEY'],
  // It costs as much as the others, and most of it is refused alike: at full size alone.
  ['ADMIN', ...(full ? (['READING KEY'] as const) : [])],
];
beforeAll(() => {
  for (const lane of lanes) {
    let before: Promise<unknown> = Promise.resolve();
    for (const who of lane) {
      const run = before.then(() => fuzzed(who));
      runs.set(who, run);
      before = run.catch(() => undefined);
    }
  }
});

afterAll(async () => {
  for (const run of await Promise.allSettled(runs.values()))
    if (run.status === 'fulfilled') await run.value.product.discard();
}, LONGEST_MS);

it.each<[string, Caller]>([
  ['a user', 'USER'],
  ['an administrator', 'ADMIN'],
  ['a key for everything', 'KEY'],
  ...(full ? [['a key for reading alone', 'READING KEY'] satisfies [string, Caller]] : []),
])(
  'answers every call of %s as its description says',
  async (_name, who) => {
    const { report, caller, userName } = (await runs.get(who)) ?? { report: undefined };
    if (!report) throw new Error(`nothing was begun as ${who}`);
    const { printed: _printed, exitCode, ...told } = report;
    expect(told).toMatchObject({ complete: true, failures: [], errors: [], operations: { errored: 0, skipped: 0 } });
    expect(told.operations.tested).toBe(told.operations.total);
    expect(told.test_cases.generated).toBeGreaterThanOrEqual(CASES);
    expect(exitCode).toBe(0);
    // It counts still after all of it, so nothing was answered 401 instead of being tried.
    expect(await caller.call(calls.me)).toMatchObject({ userName });
  },
  LONGEST_MS,
);
