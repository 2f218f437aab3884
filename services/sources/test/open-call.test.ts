import { expect, it } from '@jest/globals';
import { OpenCall } from '../src/asking/open-call.ts';
import { questionOf } from './support/questions.ts';

it('looks no question up a second time while it is still looked up, though another look failed', async () => {
  let looks = 0;
  const slow = Promise.withResolvers<boolean>();
  const call = new OpenCall([
    questionOf('+998901111111', { isAnswered: () => (++looks === 1 ? slow.promise : Promise.resolve(true)) }),
    questionOf('+998902222222', { isAnswered: () => Promise.reject(new Error('away')) }),
  ]);
  const first = call.unanswered(call.numbers);
  let isOver = false;
  const ended = first.catch(() => (isOver = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  slow.resolve(true);
  await expect(first).rejects.toThrow('away');
  await ended;
  await call.unanswered(call.numbers).catch(() => undefined);
  expect(looks).toBe(1);
});
