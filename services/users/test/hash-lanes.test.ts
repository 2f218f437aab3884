import { describe, expect, it } from '@jest/globals';
import { calls, limits, type LoginLane } from '@numscope/contracts';
import { HashLane } from '../src/passwords/hash-lanes.ts';
import { setUp, PASSWORD } from './setup.ts';

describe('passwords to be hashed', () => {
  it('wait in a short line, beyond which they are refused at once, and keep out no other purpose', async () => {
    const setup = await setUp();
    await setup.create();
    const check = (lane: LoginLane) =>
      setup.internal.call(calls.checkPassword, { body: { userName: 'bob', password: PASSWORD, lane } });
    const flood = Promise.all(Array.from({ length: 100 }, () => check('FAILING')));
    const beside = await Promise.all([
      check('KNOWN'),
      check('NEW'),
      setup.admin.call(calls.createUser, { raw: { ...ann, password: PASSWORD } }),
    ]);
    expect(beside.map(({ statusCode }) => statusCode)).toEqual([200, 200, 201]);
    const answers = await flood;
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(answers.length - refused.length);
    expect(refused.length).toBeGreaterThan(50);
    expect(refused[0]?.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(refused[0]?.headers['retry-after']).toBe('1');
    await setup.close();
  });

  const ann = { userName: 'ann', roles: ['USER'] };

  it('are refused when their turn came too late, and not hashed', async () => {
    const lane = new HashLane(0);
    let hashed = 0;
    const work = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return ++hashed;
    };
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => lane.run(work)));
    const refused = all.filter((one) => one.status === 'rejected');
    expect(refused.length).toBe(10 - hashed);
    expect(refused.length).toBeGreaterThanOrEqual(8);
    expect(refused[0]?.reason).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 1 });
  });

  it('are two at once at most, and every lane has its turn', async () => {
    let running = 0;
    let most = 0;
    const done: string[] = [];
    const work = (name: string) => async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      done.push(name);
    };
    const [many, few] = [new HashLane(), new HashLane()];
    const all = Array.from({ length: limits.passwordChecksWaiting }, () => many.run(work('many')));
    await Promise.all([...all, few.run(work('few'))]);
    expect(most).toBeLessThanOrEqual(2);
    expect(done.indexOf('few')).toBeLessThan(6);
  });
});
