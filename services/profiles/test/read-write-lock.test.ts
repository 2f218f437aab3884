import { describe, expect, it } from '@jest/globals';
import { ReadWriteLock } from '../src/commands/read-write-lock.ts';

/** Work that ends when told. */
function task() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

describe('the lock', () => {
  it('lets many pass together, and one alone only between them', async () => {
    const lock = new ReadWriteLock();
    const seen: string[] = [];
    const [a, b, lone] = [task(), task(), task()];
    const note = (name: string, work: () => Promise<void>) => async () => {
      seen.push(`${name} begins`);
      await work();
      seen.push(`${name} ends`);
    };
    const inside = [lock.shared(note('a', a.work)), lock.shared(note('b', b.work))];
    await Promise.resolve();
    const alone = lock.exclusive(note('lone', lone.work));
    const late = lock.shared(note('late', () => Promise.resolve()));
    b.end();
    a.end();
    await Promise.all(inside);
    lone.end();
    await Promise.all([alone, late]);
    expect(seen).toEqual([
      'a begins',
      'b begins',
      'b ends',
      'a ends',
      'lone begins',
      'lone ends',
      'late begins',
      'late ends',
    ]);
  });

  it('a failure holds up nobody after it', async () => {
    const lock = new ReadWriteLock();
    const fail = () => Promise.reject(new Error('broken'));
    await expect(lock.shared(fail)).rejects.toThrow('broken');
    await expect(lock.exclusive(fail)).rejects.toThrow('broken');
    await expect(lock.shared(async () => 'through')).resolves.toBe('through');
  });
});
