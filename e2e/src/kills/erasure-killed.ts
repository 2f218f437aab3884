import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from '@jest/globals';
import { calls, type Profile } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import { type Api, RefusedError } from '../calls/api.ts';
import { withDatabase } from '../product/distributed-engines.ts';
import { isDistributed } from '../product/installation.ts';
import { killedNumbers } from '../people/number-ranges.ts';
import { retryWhileAway } from '../calls/patient.ts';
import { phonesFile } from '../people/phones.ts';
import { jobIs } from '../calls/watch-job.ts';
import type { Killable } from './killed-product.ts';

const PHONES = 300;
/** Behind what other tests of the same installation look up. */
const FIRST = killedNumbers('erasure', PHONES);

export interface KilledWhileErasing extends Killable {
  dataDir: string;
  /** Milliseconds after an order; one number is erased for each. */
  moments: readonly number[];
  /** How long an erasure may take to be finished after a kill. */
  patienceMs: number;
}

const isCertified = async (api: Api, phone: string): Promise<boolean> => {
  const { content } = await api.call(calls.searchAudit, { body: { page: 0, size: 100, actionTypes: ['PRIVACY'] } });
  return content.some(({ details, args }) => details === 'Certificate of an erasure' && args['phone'] === phone);
};

/** Whether the order stands among the erasures: it is kept before anything of it is done. */
async function isKept(dataDir: string, phone: string): Promise<boolean> {
  if (isDistributed)
    return withDatabase(
      dataDir,
      'profiles',
      async (db) => (await db.collection('erasures').countDocuments({ phone })) > 0,
    );
  const db = new DatabaseSync(join(dataDir, 'profiles.sqlite'), { readOnly: true, timeout: 10_000 });
  const kept = db.prepare(`SELECT count(*) AS n FROM erasures WHERE json_extract(record, '$.phone') = ?`).get(phone);
  db.close();
  return Number(kept?.['n']) > 0;
}

/**
 * Orders an erasure for each moment and kills whoever is at it then: it is finished by itself, but for an order that the
 * kill came before, which is given again.
 * @returns the people who are erased then
 */
export async function eraseWhileKilled({
  api,
  dataDir,
  kill,
  moments,
  patienceMs,
}: KilledWhileErasing): Promise<Profile[]> {
  const job = await api().upload([phonesFile(PHONES, FIRST)], { name: 'Killed' });
  await jobIs(api(), job.number, 'DONE');
  const filters = { jobId: { values: [String(job.number)], and: true } };
  const page = await api().call(calls.searchProfiles, { body: { page: 0, size: 200, filters } });
  const people = page.content.filter(({ emails }) => emails.length > 0).slice(0, moments.length);
  expect(people).toHaveLength(moments.length);
  // What a job says of its first number and its last goes too.
  const alone = await api().upload([people.map(({ phone }) => `${phone.slice(1)}\n`).join('')], { name: 'Of them' });
  await jobIs(api(), alone.number, 'DONE');
  const lost: number[] = [];
  for (const [index, { phone }] of people.entries()) {
    const order = { body: { phone, purpose: 'asked for it' } };
    // After the kill before: an order that nobody takes would meet no kill.
    await retryWhileAway(() => api().call(calls.getProfile, { params: { phone } }));
    const ordered = api()
      .call(calls.erasePhone, order)
      .catch((error: unknown) => {
        // That a part of it is away is what is meant here; any other refusal is a fault.
        if (error instanceof RefusedError && error.status < 500) throw error;
        return null;
      });
    await new Promise((resolve) => setTimeout(resolve, moments[index]));
    // One at least meets an erasure, however long an order takes here.
    if (index === moments.length - 1) {
      let isAnswered = false;
      const answered = (): void => void (isAnswered = true);
      void ordered.then(answered, answered);
      await askUntil(async () => isAnswered || isKept(dataDir, phone));
    }
    await kill();
    await ordered;
    if (!(await isKept(dataDir, phone))) {
      lost.push(index + 1);
      await retryWhileAway(() => api().call(calls.erasePhone, order));
    }
    const isKnown = (): Promise<boolean> => retryWhileAway(() => isCertified(api(), phone));
    expect([phone, await askUntil(isKnown, Boolean, { withinMs: patienceMs })]).toEqual([phone, true]);
  }
  // Else no kill would have met an erasure.
  expect(lost.length).toBeLessThan(moments.length);
  process.stdout.write(`erasures: ${moments.length} kills, before the order was kept: ${lost.join(', ') || 'none'}\n`);
  return people;
}
