import { expect, it } from '@jest/globals';
import { createLogger, type Subscription } from '@numscope/platform';
import { userChangedEvent } from '@numscope/testing';
import { Seen } from '@numscope/testing/suites';
import { ConsumerGroup } from '../src/embedded/bus/consumer-group.ts';
import type { LaneWork } from '../src/embedded/bus/lane.ts';

type Commit = { next: number; dead: number };

/** A group that handles these users one by one, all at once, on a log that takes commits as told. */
function groupOf(names: readonly string[], options: Pick<Subscription<'user.changed'>, 'handle' | 'onDead'>) {
  const commits = new Seen<Commit & { end(error?: Error): void }>();
  let committed = 0;
  const work: LaneWork = {
    log: createLogger('lane', 'silent'),
    committed: () => committed,
    end: () => names.length,
    read: async ([request], limit) => {
      const from = request?.from ?? 0;
      const texts = names.slice(from, from + limit).map((name) => userChangedEvent(name).json);
      return [[{ first: from, count: texts.length, payload: texts.join('\n') }]];
    },
    commit: ([offset], dead) =>
      new Promise((resolve, reject) => {
        const next = offset?.next ?? 0;
        commits.add({
          next,
          dead: dead.length,
          end(error) {
            if (error) return reject(error);
            committed = Math.max(committed, next);
            resolve();
          },
        });
      }),
  };
  const subscription: Subscription<'user.changed'> = {
    topic: 'user.changed',
    group: 'g',
    mode: 'concurrent',
    maxInFlight: 64,
    batchSize: 1,
    attempts: 1,
    ...options,
  };
  const group = new ConsumerGroup(subscription, work);
  return { commits, consumer: group.add(subscription) };
}

const told = ({ all }: { readonly all: readonly Commit[] }): Commit[] => all.map(({ next, dead }) => ({ next, dead }));

it('passes a batch only together with its dead letters, also where these could not be kept at first', async () => {
  let given = (): void => undefined;
  const isDead = new Promise<void>((resolve) => (given = resolve));
  const handled = new Seen<string>();
  const { commits, consumer } = groupOf(['a', 'b'], {
    onDead: () => given(),
    async handle(events) {
      const name = events[0]?.data.userName ?? '';
      if (name === 'a') throw new Error('none of ours');
      await isDead;
      handled.add(name);
    },
  });
  await commits.count(1);
  await handled.count(1);
  // The other has ended meanwhile, and waits for the first.
  await new Promise((resolve) => setImmediate(resolve));
  expect(told(commits)).toEqual([{ next: 1, dead: 1 }]);
  commits.all[0]?.end(new Error('the disk is full'));
  await commits.count(2);
  commits.all[1]?.end();
  await handled.count(2);
  await commits.until((all) => all.some(({ next }) => next === 2) || all.length > 2);
  commits.all[2]?.end();
  await consumer.close();
  const kept = told(commits).slice(1);
  expect(kept.at(-1)?.next).toBe(2);
  expect(kept.reduce((sum, { dead }) => sum + dead, 0)).toBe(1);
});
