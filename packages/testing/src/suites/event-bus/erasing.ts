import { expect, it } from '@jest/globals';
import { type LogPlace, outgoing, type OutgoingEvent } from '@numscope/platform';
import { buildProfileUpdated } from '../../builders.ts';
import { Seen } from '../seen.ts';
import { type BusUnderTest, numbered, users } from './bus-under-test.ts';

/** What was said of a number goes. */
export function erasingTests(under: BusUnderTest): void {
  const { follow, endsOf } = under;
  it('erases a number: groups come to the end past what went, others miss nothing, and what comes later comes', async () => {
    const [gone, other] = ['+998901234567', '+998901234568'];
    const about = (phone: string, revision: number): OutgoingEvent =>
      outgoing('profile.updated', phone, buildProfileUpdated({ phone, revision }));
    const dead = new Seen<number>();
    const refusing = await follow('letters', {
      attempts: 1,
      onDead: (count) => dead.add(...numbered(count).keys()),
      handle: async () => Promise.reject(new Error('no')),
    });
    await under.bus.publish(users(`about ${gone.slice(1)}`, 'nobody'));
    await dead.count(2);
    await refusing.consumer.close();
    const before = await endsOf('profile.updated');
    await under.bus.publish([about(gone, 1), about(other, 1), about(gone, 2)]);
    const erased = await under.bus.erase(gone, ['a'.repeat(32)]);
    // Where they cannot be changed they are not counted, go later, and that is said.
    if (erased.count === null) expect(erased.keptMs).not.toBe(0);
    else expect(erased).toEqual({ count: 3, keptMs: 0, againMs: null });
    expect((await under.bus.deadLetters(10)).map(({ json }) => json)).toEqual([expect.stringContaining('nobody')]);
    await under.bus.publish([about(other, 2), about(gone, 3)]);
    const seen = new Seen<string>();
    const read = (group: string) =>
      under.bus.subscribe({
        topic: 'profile.updated',
        group,
        handle: async (events) => seen.add(...events.map(({ key, data }) => `${key} ${data.revision}`)),
      });
    const after = await read('after');
    await seen.until((all) => all.includes(`${other} 2`) && all.includes(`${gone} 3`));
    await after.close();
    expect(seen.all).toContain(`${other} 1`);
    if (erased.keptMs === 0) expect(seen.all).not.toContain(`${gone} 2`);
    expect(await under.bus.lag('profile.updated', 'after')).toBe(0);
    // Also where the last of a partition is what says that all before is gone.
    await under.bus.erase(gone, []);
    // Whoever reads without a group stands behind it in the end, whether events or what went stood there.
    const places = new Map(before.map((place) => [place.partition, place.offset]));
    const ends = new Map((await endsOf('profile.updated')).map(({ partition, offset }) => [partition, offset]));
    const stands = new Seen<boolean>();
    const standAt = ({ partition, offset }: LogPlace): void => {
      places.set(partition, offset);
      stands.add([...ends].every(([each, end]) => (places.get(each) ?? 0) >= end));
    };
    const reader = await under.bus.read({
      from: before,
      take: async (events) => events.forEach((event) => standAt({ ...event, offset: event.offset + 1 })),
      passed: standAt,
      failed: () => undefined,
    });
    await stands.until((all) => all.includes(true));
    await reader.close();
    await read('after');
    while ((await under.bus.lag('profile.updated', 'after')) > 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await under.bus.deadLetters(10)).map(({ group }) => group)).toEqual(['letters']);
  });
}
