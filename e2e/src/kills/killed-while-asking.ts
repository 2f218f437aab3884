import { expect } from '@jest/globals';
import type { Api } from '../calls/api.ts';
import { killedNumbers } from '../people/number-ranges.ts';
import { jobGets } from '../calls/patient.ts';
import { phonesFile } from '../people/phones.ts';
import type { Moment, PolledProvider } from '../providers/polled-provider.ts';
import { scaled } from '../scale.ts';
import type { Killable } from './killed-product.ts';

const PHONES = scaled(1200, 10_000);
/** Behind what other tests of the same installation look up. */
const FIRST = killedNumbers('polled', PHONES);
const LIMIT_MS = scaled(240_000, 1_200_000);

export const POLLED_CONCURRENCY = 32;
export const polledProviderOptions = { doneAfterMs: 300, tokenSeconds: 5 };

export interface KilledWhileAsking extends Killable {
  /** How many processes ask sources. */
  instances: number;
  /** The kind of call that each kill meets. */
  moments: readonly Moment[];
}

/** The numbers of a job that have their answer, and what the provider saw of each by then. */
async function answeredBy(api: Api, number: number, { seen }: PolledProvider): Promise<Map<string, number>> {
  const final = new Map<string, number>();
  for await (const { phone, status } of api.phones(number))
    if (status === 'FOUND') final.set(phone.slice(1), seen.get(phone.slice(1)) ?? 0);
  return final;
}

/**
 * Runs a job at a provider that gives tokens, works on numbers and answers by page, and kills whoever asks it in the
 * middle of each kind of call, at random places of the job: each number has one result, what was handed in is asked on
 * for, never handed in anew, and nothing is asked of the provider about a number that has its answer.
 */
export async function killWhileAsking(
  provider: PolledProvider,
  { api, kill, instances, moments }: KilledWhileAsking,
): Promise<void> {
  const { number } = await api().upload([phonesFile(PHONES, FIRST)], { name: 'Polled' });
  /** What the provider had seen of each number that had its answer before a kill. */
  const final = new Map<string, number>();
  let kills = 0;
  for (const [index, moment] of moments.entries()) {
    const share = ((index + Math.random()) / (moments.length + 1)) * 100;
    await jobGets(api(), number, ({ progress, status }) => progress >= share || status === 'DONE', LIMIT_MS);
    let arrived = false;
    void provider.arrives(moment).then(() => (arrived = true));
    // Where the job tells late how far it is, no such call may come any more.
    await jobGets(api(), number, ({ status }) => arrived || status === 'DONE', LIMIT_MS);
    if (!arrived) break;
    for (const [phone, times] of await answeredBy(api(), number, provider))
      if (!final.has(phone)) final.set(phone, times);
    await kill();
    kills++;
  }
  expect(kills).toBeGreaterThan(0);
  const done = await jobGets(api(), number, ({ status }) => status === 'DONE', LIMIT_MS);
  const failures = new Set<string>();
  for await (const { phone, status, sources } of api().phones(number))
    if (status === 'FAILED')
      for (const { message } of sources) failures.add((message ?? '').replaceAll(phone.slice(1), ''));
  expect([...failures]).toEqual([]);
  expect(done.counts).toMatchObject({ PENDING: 0, SENT: 0, FOUND: PHONES, FAILED: 0, NOT_FOUND: 0 });
  const results = await api().results(number);
  expect({ listed: results.length, different: new Map(results).size }).toEqual({ listed: PHONES, different: PHONES });

  expect(final.size).toBeGreaterThan(0);
  expect(Math.min(...final.values())).toBeGreaterThan(0);
  const askedAgain = [...final].filter(([phone, times]) => provider.seen.get(phone) !== times).map(([phone]) => phone);
  expect(askedAgain).toEqual([]);
  expect(provider.resubmitted()).toBe(0);
  // Handed in twice: only what the provider took in the very moment of a kill, when nobody could keep by what it is asked on.
  const submitted = [...provider.submitted.values()];
  expect(submitted).toHaveLength(PHONES);
  const unknown = submitted.reduce((sum, times) => sum + times, 0) - PHONES;
  expect(unknown).toBeLessThanOrEqual(kills * instances * POLLED_CONCURRENCY);
  expect(provider.answered.size).toBe(PHONES);
  // Answers that had gone out, but were not kept yet when their asker was killed.
  const repeated = [...provider.answered.values()].reduce((sum, times) => sum + times, 0) - PHONES;
  process.stdout.write(
    `polled: ${kills} kills in ${PHONES} phones, ${final.size} had their answer before the last and none of these was asked again, ${repeated} answers that were not kept yet repeated, ${unknown} handed in again whose submission was cut off, ${provider.resubmitted()} that were asked for already, ${provider.tokens()} tokens, ${provider.refused()} refused
`,
  );
}
