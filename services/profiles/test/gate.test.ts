import { describe, expect, it } from '@jest/globals';
import { Gate } from '../src/commands/gate.ts';

/** Work that ends when told. */
function task() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

describe('the gate', () => {
  it('lets many pass together, and one alone only between them', async () => {
    const gate = new Gate();
    const seen: string[] = [];
    const [a, b, lone] = [task(), task(), task()];
    const note = (name: string, work: () => Promise<void>) => async () => {
      seen.push(`${name} begins`);
      await work();
      seen.push(`${name} ends`);
    };
    const inside = [gate.together(note('a', a.work)), gate.together(note('b', b.work))];
    await Promise.resolve();
    const alone = gate.alone(note('lone', lone.work));
    const late = gate.together(note('late', () => Promise.resolve()));
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
    const gate = new Gate();
    const fail = () => Promise.reject(new Error('broken'));
    await expect(gate.together(fail)).rejects.toThrow('broken');
    await expect(gate.alone(fail)).rejects.toThrow('broken');
    await expect(gate.together(async () => 'through')).resolves.toBe('through');
  });
});
