import type { ServerResponse } from 'node:http';
import { provide } from './each-test.ts';
import { json, type SeenCall } from './fake-provider.ts';

/** A provider that takes numbers at `/lookups` and tells at `/lookups/ID` how far it is. */
export interface PolledProvider {
  url: string;
  /** Numbers by the id of their submission, in the order they came. */
  submitted: Map<string, string[]>;
  /** How often each submission was asked for. */
  polls: Map<string, number>;
  /** How often the answer of each number went out. */
  answered: Map<string, number>;
  /** From now on submissions are done. */
  finish(): void;
  /** Resolves when so many submissions were asked for at least once. */
  polled(submissions: number): Promise<void>;
  /** Resolves when it was called so often. */
  called(calls: number): Promise<void>;
  seen: SeenCall[];
}

/**
 * Until the test ends.
 * @param done whether submissions are done at once
 * @param filling stands in each answer besides
 * @param breaks what becomes of a poll instead of an answer, which count from 1; false: it is answered
 */
export async function startPolledProvider(
  done = false,
  filling = '',
  breaks: (poll: number, response: ServerResponse) => boolean = () => false,
): Promise<PolledProvider> {
  const submitted = new Map<string, string[]>();
  const polls = new Map<string, number>();
  const answered = new Map<string, number>();
  const waiting: Array<{ count: number; resolve(): void }> = [];
  let isDone = done;
  const provider = await provide((call, response) => {
    if (call.method === 'POST') {
      const { numbers } = JSON.parse(call.body) as { numbers: string[] };
      const id = `sub/${submitted.size + 1}`;
      submitted.set(id, numbers);
      return json(response, { data: { id }, price: 0.5 }, 202);
    }
    const id = decodeURIComponent(call.url.replace(/^\/lookups\//, ''));
    polls.set(id, (polls.get(id) ?? 0) + 1);
    for (const { resolve } of waiting.filter(({ count }) => polls.size >= count)) resolve();
    if (breaks(polls.get(id) ?? 0, response)) return;
    if (!isDone) return json(response, { state: 'working' });
    const numbers = submitted.get(id);
    if (!numbers) return json(response, { state: 'unknown' }, 404);
    for (const phone of numbers) answered.set(phone, (answered.get(phone) ?? 0) + 1);
    return json(response, {
      state: 'done',
      filling,
      results: numbers.map((tel) => ({ tel, who: `Person ${tel}` })),
    });
  });
  return {
    url: provider.url,
    submitted,
    polls,
    answered,
    finish: () => void (isDone = true),
    polled: (count) =>
      new Promise((resolve) => {
        if (polls.size >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    called: (calls) => provider.arrived(calls),
    seen: provider.seen,
  };
}

/** Lines of a source that is bound to such a provider. */
export const polledLines = (url: string, { batchSize = 1, atMostMs = 60_000, everyMs = 100 } = {}): string[] => [
  `request: { method: POST, url: "${url}/lookups", body: { numbers: "{e164s}" }, batchSize: ${batchSize} }`,
  `poll: { url: "${url}/lookups/{answer.data.id}", until: "body.state == 'done'", everyMs: ${everyMs}, atMostMs: ${atMostMs} }`,
  'answer: { items: "body.results", phone: tel, cost: "body.price", map: { names: who } }',
];
