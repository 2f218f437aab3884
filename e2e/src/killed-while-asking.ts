import { expect } from '@jest/globals';
import type { Api } from './api.ts';
import { jobGets } from './patient.ts';
import { phonesFile } from './phones.ts';
import { moments, type PolledProvider } from './polled-provider.ts';
import { scaled } from './scale.ts';

const PHONES = scaled(2000, 10_000);
const ROUNDS = scaled(1, 3);
const LIMIT_MS = 1_200_000;

export const POLLED_CONCURRENCY = 32;
export const polledProviderOptions = { doneAfterMs: 300, tokenSeconds: 5 };

/** How the product under test is killed, and asked afterwards. */
export interface Killable {
  /** Of the processes that ask sources. */
  instances: number;
  api(): Api;
  /** Resolves once it runs again. */
  kill(): Promise<void>;
}

/**
 * Runs a job at a provider that gives tokens, works on numbers and answers by page, and kills whoever asks it in the
 * middle of each kind of call, at random places of the job: each number has one result, and what was handed in is asked
 * on for, never handed in anew.
 */
export async function killWhileAsking(provider: PolledProvider, { api, kill, instances }: Killable): Promise<void> {
  const { number } = await api().upload([phonesFile(PHONES)], { name: 'Polled' });
  const kills = Array.from({ length: ROUNDS }, () => moments).flat();
  for (const [index, moment] of kills.entries()) {
    const share = ((index + Math.random()) / (kills.length + 1)) * 100;
    await jobGets(api(), number, ({ progress, status }) => progress >= share || status === 'DONE', LIMIT_MS);
    await provider.arrives(moment);
    await kill();
  }
  const done = await jobGets(api(), number, ({ status }) => status === 'DONE', LIMIT_MS);
  const failures = new Set<string>();
  for await (const { phone, status, sources } of api().phones(number))
    if (status === 'FAILED')
      for (const { message } of sources) failures.add((message ?? '').replaceAll(phone.slice(1), ''));
  expect([...failures]).toEqual([]);
  expect(done.counts).toMatchObject({ PENDING: 0, SENT: 0, FOUND: PHONES, FAILED: 0, NOT_FOUND: 0 });
  const seen = new Set<string>();
  for await (const { phone } of api().phones(number)) {
    expect(seen.has(phone)).toBe(false);
    seen.add(phone);
  }
  expect(seen.size).toBe(PHONES);

  const inFlight = kills.length * instances * POLLED_CONCURRENCY;
  // Where the work of one that is killed goes to another, both may be at the same number in that moment.
  expect(provider.resubmitted()).toBeLessThanOrEqual(instances > 1 ? inFlight : 0);
  // Handed in twice: only what the provider took in the very moment of a kill, or while it went to another.
  const submitted = [...provider.submitted.values()];
  expect(submitted).toHaveLength(PHONES);
  expect(submitted.reduce((sum, times) => sum + times, 0) - PHONES).toBeLessThanOrEqual(
    instances > 1 ? 2 * inFlight : inFlight,
  );
  expect(provider.answered.size).toBe(PHONES);
  const repeated = [...provider.answered.values()].reduce((sum, times) => sum + times, 0) - PHONES;
  // What was in flight, and one batch that was not committed yet.
  expect(repeated).toBeLessThanOrEqual(inFlight + kills.length * instances * 500);
  process.stdout.write(
    `polled: ${kills.length} kills in ${PHONES} phones, ${repeated} answers repeated, ${provider.resubmitted()} handed in again, ${provider.tokens()} tokens, ${provider.refused()} refused\n`,
  );
}
