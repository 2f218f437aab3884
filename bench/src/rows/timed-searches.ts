import { calls, type ProfileFilter } from '@numscope/contracts';
import type { Api } from '@numscope/e2e/calls/api';
import autocannon from 'autocannon';
import type { MachineSpeed } from '../machine-speed.ts';
import { ms, percentile } from '../report.ts';

export const CLIENTS = 20;
const SEARCHES_A_CLIENT = 600;
/**
 * The first of all searches of a kind, told apart: an index that has just been written to learns from them what is
 * asked for often.
 */
const FIRST = 2000;
const MOST: SearchBar = { p50: 10, p95: 50, worst: 200 };
export const SEARCH_BAR = `p50 ${MOST.p50} ms, p95 ${MOST.p95} ms, worst ${MOST.worst} ms`;

/** The most that searches may take, in milliseconds; what is not named may take any time. */
export interface SearchBar {
  p50?: number;
  p95: number;
  worst?: number;
}

export type Filters = ProfileFilter['filters'];
export type Search = Pick<ProfileFilter, 'filters' | 'sort'>;

/**
 * The times of all searches of 20 clients at once, in milliseconds, but for the first of each client: it waits for the
 * other clients to be made ready, which takes half a second of the measuring process. A client reads answers without understanding them, because it shares
 * the processors with the product: parsing each would take longer than the search.
 */
export function timesOf(
  { url, token }: Api,
  searches: (client: number, count: number) => Search[],
  each = SEARCHES_A_CLIENT,
): Promise<number[]> {
  const { path, method } = calls.searchProfiles;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const times: number[] = [];
  let clients = 0;
  const begun = new WeakSet<object>();
  return new Promise((resolve, reject) => {
    const run = autocannon(
      {
        url,
        connections: CLIENTS,
        amount: CLIENTS * each,
        setupClient(client) {
          const bodies = searches(clients++, each).map((search) => JSON.stringify({ page: 0, size: 15, ...search }));
          client.setRequests(bodies.map((body) => ({ method, path, headers, body })));
        },
      },
      (fault, result) => {
        const failed = result.non2xx + result.errors;
        if (fault || failed > 0) reject(new Error(`${failed} searches failed`, { cause: fault }));
        else resolve(times);
      },
    );
    run.on('response', (client, _status, _bytes, time) => {
      if (begun.has(client)) times.push(time);
      begun.add(client);
    });
  });
}

export function figuresOf(times: readonly number[]) {
  const [p50, p95, worst] = [percentile(times, 0.5), percentile(times, 0.95), Math.max(...times)];
  return { p50, p95, worst, told: `p50 ${ms(p50)}, p95 ${ms(p95)}, worst ${ms(worst)}` };
}

/**
 * What is told of the times of searches, and whether those behind the first keep to the bar, as they are; beside it
 * what they come to at the speed of the machine by which the bar was set.
 */
export function judged(
  all: readonly number[],
  { share }: MachineSpeed,
  most = MOST,
): { told: string; reached: boolean } {
  const behind = all.slice(FIRST);
  const { p50, p95, worst, told } = figuresOf(behind);
  const atSpeed = figuresOf(behind.map((time) => time * share));
  return {
    told: `${told} (the first ${FIRST}: ${figuresOf(all.slice(0, FIRST)).told}); at the speed of floors.md ${atSpeed.told}`,
    reached: p50 <= (most.p50 ?? p50) && p95 <= most.p95 && worst <= (most.worst ?? worst),
  };
}
