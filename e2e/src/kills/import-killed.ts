import { join } from 'node:path';
import { expect } from '@jest/globals';
import { calls, type ImportInfo } from '@numscope/contracts';
import type { Api } from '../calls/api.ts';
import { importIs, linesWithoutJobs, saveExport, sendImport } from '../calls/exchange.ts';
import { retryWhileAway } from '../calls/patient.ts';
import type { Killable } from './killed-product.ts';
import { writeProfileLines } from '../people/profile-lines.ts';

/** An installation that imports and exports. */
export interface Exchanging extends Pick<Killable, 'api'> {
  /** The most memory that a process with profiles took until now, in megabytes. */
  memory(): Promise<number>;
}

export interface ImportSizes {
  profiles: number;
  kills: number;
  patienceMs: number;
  /** Far below what all profiles would take, and far above what the product takes. */
  mostMemoryMb: number;
}

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

const newestOf = async (api: Api): Promise<ImportInfo | undefined> =>
  (await retryWhileAway(() => api.call(calls.listImports)))[0];

/** Makes profiles, imports them into one installation, and exports them into the file `exported.jsonl` of a folder. */
export async function makeExport(
  { api, memory }: Exchanging,
  folder: string,
  { profiles, patienceMs }: ImportSizes,
): Promise<number> {
  const timed = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const begun = performance.now();
    await work();
    const seconds = (performance.now() - begun) / 1000;
    process.stdout.write(
      `${what}: ${profiles} profiles in ${seconds.toFixed(1)} s, ${Math.round(profiles / seconds)}/s, at most ${Math.round(await memory())} MB\n`,
    );
  };
  const made = join(folder, 'made.jsonl');
  await writeProfileLines(made, profiles);
  await timed('import', async () => {
    expect(await sendImport(api(), made)).toBe(200);
    await importIs(api(), (newest) => newest?.state === 'DONE', patienceMs);
  });
  await timed('export', () => saveExport(api(), join(folder, 'exported.jsonl')));
  return memory();
}

/**
 * Imports `exported.jsonl` of a folder into an empty installation, which is killed meanwhile: half of the times while the
 * file is read, when nothing of it counts, and half while it is put in, when all of it does. What comes out of it
 * afterwards is the same, line for line.
 */
export async function importWhileKilled(
  { api, kill, memory }: Exchanging & Killable,
  folder: string,
  { profiles, kills, patienceMs, mostMemoryMb }: ImportSizes,
): Promise<void> {
  const [exported, again] = [join(folder, 'exported.jsonl'), join(folder, 'again.jsonl')];
  const whileReading = Math.ceil(kills / 2);
  let most = 0;
  let sending: Promise<number | null> | undefined;
  let former: string | undefined;
  for (let round = 1; round <= kills; round++) {
    const reading = round <= whileReading;
    const newest = await newestOf(api());
    if (newest?.state !== 'APPLYING') {
      former = newest?.id;
      sending = sendImport(api(), exported);
    }
    const share =
      (reading ? Math.random() : (round - whileReading - 1 + Math.random()) / (kills - whileReading)) * profiles;
    const [state, done] = reading ? (['READING', 'profiles'] as const) : (['APPLYING', 'applied'] as const);
    const over = reading ? ['APPLYING', 'DONE'] : ['DONE'];
    await importIs(
      api(),
      (now) =>
        now !== undefined &&
        now.id !== former &&
        (over.includes(now.state) || (now.state === state && now[done] >= share)),
      patienceMs,
    );
    most = Math.max(most, await memory());
    await kill();
    await sending;
    const after = await newestOf(api());
    expect(['READING', 'WITHDRAWN', 'APPLYING', 'DONE']).toContain(after?.state);
    if (after?.state === 'APPLYING' || after?.state === 'DONE') continue;
    const found = await retryWhileAway(() => api().call(calls.searchProfiles, { body: { filters: {} } }));
    expect(found.totalElements).toBe(0);
  }
  const last = await newestOf(api());
  if (last?.state !== 'APPLYING' && last?.state !== 'DONE') await sendImport(api(), exported);
  const imported = await importIs(api(), (newest) => newest?.state === 'DONE', patienceMs);
  expect(imported).toMatchObject({ profiles, applied: profiles });
  await saveExport(api(), again);
  expect(await sameLines(exported, again)).toBe(profiles);
  most = Math.max(most, await memory());
  expect(most).toBeLessThan(mostMemoryMb);
  process.stdout.write(`import and export: ${profiles} profiles, ${kills} kills, at most ${Math.round(most)} MB\n`);
}
