import { describe, expect, it } from '@jest/globals';
import { GatheredCalls } from '../src/elastic/gathered-calls.ts';

/** Calls that are answered by hand, in the order they went. */
function calledByHand(bounds: { calls: number; questions: number }) {
  const sent: number[][] = [];
  const ends: { answer(): void; fail(): void }[] = [];
  const gathered = new GatheredCalls<number, string>((questions) => {
    sent.push(questions);
    return new Promise((resolve, reject) => {
      ends.push({
        answer: () => resolve(questions.map((n) => (n < 0 ? new Error(`no ${n}`) : `answer ${n}`))),
        fail: () => reject(new Error('cut off')),
      });
    });
  }, bounds);
  return { gathered, sent, ends };
}

describe('questions that share calls', () => {
  it('go alone and at once while few are asked, and together while calls are under way', async () => {
    const { gathered, sent, ends } = calledByHand({ calls: 2, questions: 3 });
    const asked = [1, 2, 3, 4, 5, 6].map((n) => gathered.ask(n));
    expect(sent).toEqual([[1], [2]]);
    ends[1]?.answer();
    expect(await asked[1]).toBe('answer 2');
    expect(sent).toEqual([[1], [2], [3, 4, 5]]);
    ends[0]?.answer();
    await asked[0];
    expect(sent).toEqual([[1], [2], [3, 4, 5], [6]]);
    for (const end of ends) end.answer();
    expect(await Promise.all(asked)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `answer ${n}`));
    const alone = gathered.ask(7);
    expect(sent.at(-1)).toEqual([7]);
    ends.at(-1)?.answer();
    expect(await alone).toBe('answer 7');
  });

  it('fail alone by an error of their own, and together with their call, after which others go', async () => {
    const { gathered, sent, ends } = calledByHand({ calls: 1, questions: 2 });
    const asked = [1, -2, 3, 4, 5].map((n) => gathered.ask(n).catch((error: unknown) => String(error)));
    ends[0]?.answer();
    await asked[0];
    ends[1]?.answer();
    expect(await Promise.all(asked.slice(1, 3))).toEqual(['Error: no -2', 'answer 3']);
    ends[2]?.fail();
    expect(await Promise.all(asked.slice(3))).toEqual(['Error: cut off', 'Error: cut off']);
    const next = gathered.ask(6);
    expect(sent.at(-1)).toEqual([6]);
    ends.at(-1)?.answer();
    expect(await next).toBe('answer 6');
  });
});
