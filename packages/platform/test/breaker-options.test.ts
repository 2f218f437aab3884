import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import CircuitBreaker from 'opossum';
import { breakerOptions } from '../src/http/breaker-options.ts';

const windowOf = ({ status }: CircuitBreaker): number[] => status.window.map(({ failures }) => failures);

it('turns the windows of all breakers second by second, until they are shut down', async () => {
  const { rotateBucketController: rotation } = breakerOptions;
  const before = rotation.listenerCount('rotate');
  const open = (): CircuitBreaker => new CircuitBreaker(() => Promise.reject(new Error('unwell')), breakerOptions);
  const [kept, ended] = [open(), open()];
  // The whole second after a turn is before the next one.
  await once(rotation, 'rotate');
  for (const breaker of [kept, ended]) await expect(breaker.fire()).rejects.toThrow('unwell');
  expect(windowOf(kept).slice(0, 3)).toEqual([1, 0, 0]);
  ended.shutdown();
  await once(rotation, 'rotate');
  expect(windowOf(kept).slice(0, 3)).toEqual([0, 1, 0]);
  expect(windowOf(ended).slice(0, 3)).toEqual([1, 0, 0]);
  for (let turn = 1; turn < 10; turn++) rotation.emit('rotate');
  expect(windowOf(kept)).toEqual(Array(10).fill(0));
  kept.shutdown();
  expect(rotation.listenerCount('rotate')).toBe(before);
});
