import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { Api } from '../../src/api.ts';
import { importIs, linesWithoutJobs, mostMemory, saveExport, sendImport } from '../../src/exchange.ts';
import { dropDataDir, freePort, newDataDir } from '../../src/installation.ts';
import { type Product, startProduct } from '../../src/product.ts';
import { writeProfileLines } from '../../src/profile-lines.ts';
import { scaled } from '../../src/scale.ts';

const PROFILES = scaled(20_000, 1_000_000);
const KILLS = scaled(3, 10);
/** Of the kills so many come while the file is still being read: nothing of it counts then. */
const WHILE_READING = Math.ceil(KILLS / 2);
const PATIENCE_MS = scaled(240_000, 3_600_000);
/** Far below what a million profiles would take, and far above what the product takes. */
const MOST_MEMORY_MB = 1500;

const files = newDataDir();
const [firstDir, secondDir] = [newDataDir(), newDataDir()];
let product: Product;

afterAll(async () => {
  await product?.stop('SIGKILL');
  for (const dir of [files, firstDir, secondDir]) await dropDataDir(dir);
});

/** The lines of an export without its last, which hashes what each installation has of its own. */
async function sameLines(one: string, other: string): Promise<number> {
  const [left, right] = [linesWithoutJobs(one), linesWithoutJobs(other)];
  for (let count = 0; ; count++) {
    const [a, b] = [await left.next(), await right.next()];
    if (a.done || b.done) throw new Error(`the exports end after ${count} lines`);
    if (a.value.startsWith('{"count":')) {
      expect(JSON.parse(b.value)).toMatchObject({ count });
      return count;
    }
    if (a.value !== b.value) expect(b.value).toBe(a.value);
  }
}

it(
  'an export imports into an empty installation as the same lines, whenever that is killed',
  async () => {
    const [made, exported, again] = ['made', 'exported', 'again'].map((name) => join(files, `${name}.jsonl`));
    await writeProfileLines(made ?? '', PROFILES);
    product = await startProduct({ dataDir: firstDir });
    let api = await Api.login(product.url);
    expect(await sendImport(api, made ?? '')).toBe(200);
    await importIs(api, (newest) => newest?.state === 'DONE', PATIENCE_MS);
    await saveExport(api, exported ?? '');
    await product.stop('SIGKILL');

    const port = await freePort();
    const start = async (): Promise<void> => {
      product = await startProduct({ dataDir: secondDir, port });
      api = await Api.login(product.url);
    };
    await start();
    let memory = 0;
    let sending: Promise<number | null> | undefined;
    for (let kill = 1; kill <= KILLS; kill++) {
      const reading = kill <= WHILE_READING;
      const [newest] = await api.call(calls.listImports);
      if (newest?.state !== 'APPLYING') sending = sendImport(api, exported ?? '');
      const share =
        (reading ? Math.random() : (kill - WHILE_READING - 1 + Math.random()) / (KILLS - WHILE_READING)) * PROFILES;
      const state = reading ? 'READING' : 'APPLYING';
      const done = reading ? 'profiles' : 'applied';
      const over = reading ? ['APPLYING', 'DONE'] : ['DONE'];
      await importIs(
        api,
        (now) => now !== undefined && (over.includes(now.state) || (now.state === state && now[done] >= share)),
        PATIENCE_MS,
      );
      memory = Math.max(memory, await mostMemory(product.pid));
      await product.stop('SIGKILL');
      await sending;
      await start();
      const [after] = await api.call(calls.listImports);
      expect(['WITHDRAWN', 'APPLYING', 'DONE']).toContain(after?.state);
      if (after?.state !== 'WITHDRAWN') continue;
      const found = await api.call(calls.searchProfiles, { body: { filters: {} } });
      expect(found.totalElements).toBe(0);
    }
    const [last] = await api.call(calls.listImports);
    if (last?.state === 'WITHDRAWN') await sendImport(api, exported ?? '');
    const imported = await importIs(api, (newest) => newest?.state === 'DONE', PATIENCE_MS);
    expect(imported).toMatchObject({ profiles: PROFILES, applied: PROFILES });
    await saveExport(api, again ?? '');
    expect(await sameLines(exported ?? '', again ?? '')).toBe(PROFILES);

    memory = Math.max(memory, await mostMemory(product.pid));
    expect(memory).toBeLessThan(MOST_MEMORY_MB);
    process.stdout.write(`import: ${PROFILES} profiles, ${KILLS} kills, at most ${Math.round(memory)} MB\n`);
  },
  3 * PATIENCE_MS,
);
