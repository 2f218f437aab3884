import { describe, expect, it } from '@jest/globals';
import { type DeadEvent, deliverBatch, type TextSubscription } from '@numscope/platform';

type Handle = TextSubscription<'user.changed'>['handleTexts'];

const never = new AbortController().signal;

async function deliver(handleTexts: Handle, texts: string[], attempts?: number): Promise<DeadEvent[] | null> {
  const limits = attempts === undefined ? {} : { attempts };
  const subscription: TextSubscription<'user.changed'> = { topic: 'user.changed', group: 'g', handleTexts, ...limits };
  return deliverBatch(subscription, texts, { pauseMs: () => 0, stopping: never, abort: never });
}

describe('how often the events of a batch are tried', () => {
  it('gives up one that is refused while others are handled after the first tries', async () => {
    const tries: number[] = [];
    const dead = await deliver(
      async (texts, { attempt }) => {
        tries.push(attempt);
        if (texts.includes('poison')) throw new Error('no such user');
      },
      ['a', 'poison', 'b'],
    );
    expect(dead).toEqual([{ json: 'poison', reason: 'no such user' }]);
    expect(tries).toEqual([1, 2, 3, 4, 5, 1, 1, 1]);
  });

  it('gives up none before it tried longer, when not one could be handled', async () => {
    const tries: Array<[number, number]> = [];
    const dead = await deliver(
      async (texts, { attempt }) => {
        tries.push([texts.length, attempt]);
        if (attempt < 8) throw new Error('of an engine that is just starting');
      },
      ['a', 'b'],
    );
    expect(dead).toEqual([]);
    expect(tries.slice(4)).toEqual([
      [2, 5],
      [1, 1],
      [1, 1],
      [2, 6],
      [2, 7],
      [2, 8],
    ]);
  });

  it('gives up all in the end, each for what it was refused for last', async () => {
    let tries = 0;
    const dead = await deliver(
      async (texts) => {
        tries++;
        throw new Error(`refused ${texts.join(' ')}`);
      },
      ['a', 'b'],
    );
    expect(dead?.map(({ reason }) => reason)).toEqual(['refused a', 'refused b']);
    expect(tries).toBe(5 + 2 + 4 + 2);
  });

  it('tries no longer than the subscriber wants', async () => {
    let tries = 0;
    const dead = await deliver(
      async () => {
        tries++;
        throw new Error('refused');
      },
      ['a'],
      2,
    );
    expect(dead).toHaveLength(1);
    expect(tries).toBe(2);
  });

  it('pauses after each try of them together, and longer before the further ones', async () => {
    const log: string[] = [];
    const subscription: TextSubscription<'user.changed'> = {
      topic: 'user.changed',
      group: 'g',
      async handleTexts(texts, { attempt }) {
        log.push(`${texts.join(' and ')}, ${attempt}`);
        if (attempt < 7) throw new Error('refused');
      },
    };
    const pauseMs = (attempt: number): number => {
      log.push(`pause ${attempt}`);
      return 0;
    };
    await deliverBatch(subscription, ['a', 'b'], { pauseMs, stopping: never, abort: never });
    expect(log.slice(0, 4)).toEqual(['a and b, 1', 'pause 1', 'a and b, 2', 'pause 2']);
    expect(log.slice(log.indexOf('b, 1') + 2)).toEqual(['pause 5', 'a and b, 6', 'pause 6', 'a and b, 7']);
  });

  it('leaves a batch undecided when it is stopped before the further tries', async () => {
    const stopping = new AbortController();
    let tries = 0;
    const subscription: TextSubscription<'user.changed'> = {
      topic: 'user.changed',
      group: 'g',
      async handleTexts() {
        tries++;
        throw new Error('refused');
      },
    };
    const pauseMs = (attempt: number): number => {
      if (attempt === 5 && tries === 5) setTimeout(() => stopping.abort(), 1);
      return attempt === 5 ? 60_000 : 0;
    };
    expect(await deliverBatch(subscription, ['a'], { pauseMs, stopping: stopping.signal, abort: never })).toBeNull();
    expect(tries).toBe(5);
  });
});
