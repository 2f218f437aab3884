import { expect, it } from '@jest/globals';
import type { LogPlace, PlacedEvent, Reading } from '@numscope/platform';
import { Seen } from '../seen.ts';
import { type BusUnderTest, keyed, numbered, users } from './bus-under-test.ts';

/** Readers without a group begin at a place of the log and keep theirs themselves. */
export function readerTests(under: BusUnderTest): void {
  const { reopen, endsOf } = under;
  /** Reads from these places on until told to stop; `seen` gets the events with their places. */
  const readFrom = async (from: readonly LogPlace[], take?: Reading['take']) => {
    const seen = new Seen<PlacedEvent>();
    const faults = new Seen<unknown>();
    const reader = await under.bus.read({
      from,
      take: take ?? (async (events) => seen.add(...events)),
      failed: (error) => faults.add(error),
    });
    return { seen, faults, reader };
  };

  it('lets a reader without a group begin at the end, and go on at each place exactly', async () => {
    const keys = numbered(10);
    await under.bus.publish([...users('old'), ...keys.map((key) => keyed(key, 0))]);
    const places = await endsOf('user.changed', 'profile.updated');
    await under.bus.publish([
      ...users('new'),
      ...keys.map((key) => keyed(key, 1)),
      ...keys.map((key) => keyed(key, 2)),
    ]);
    const all = await readFrom(places);
    await all.seen.count(21);
    await all.reader.close();
    for (const key of keys) {
      const ofKey = all.seen.all.map(({ json }) => JSON.parse(json)).filter((event) => event.key === key);
      expect(ofKey.map(({ data }) => data.revision)).toEqual([1, 2]);
    }

    const later = new Map(places.map((place) => [`${place.topic}/${place.partition}`, place]));
    for (const { topic, partition, offset } of all.seen.all.slice(0, 9))
      later.set(`${topic}/${partition}`, { topic, partition, offset: offset + 1 });
    const rest = await readFrom([...later.values()]);
    await rest.seen.count(12);
    await rest.reader.close();
    const idsOf = (events: PlacedEvent[]): string[] => events.map(({ json }) => JSON.parse(json).id).toSorted();
    expect(idsOf(rest.seen.all)).toEqual(idsOf(all.seen.all.slice(9)));
  });

  it('tells the same log by the same name, also opened again', async () => {
    const { log } = await under.bus.extent(['user.changed']);
    await reopen();
    expect((await under.bus.extent(['user.changed'])).log).toBe(log);
  });

  it('hands a reader the next events only when the last were taken, and what it misses none', async () => {
    let release = (): void => undefined;
    const begun = new Seen<string>();
    const { reader } = await readFrom(await endsOf('user.changed'), async (events) => {
      begun.add(...events.map(({ json }) => JSON.parse(json).data.userName as string));
      await new Promise<void>((resolve) => (release = resolve));
    });
    await under.bus.publish(users('a'));
    await begun.count(1);
    await under.bus.publish(users('b', 'c'));
    expect(begun.all).toEqual(['a']);
    release();
    await begun.until((all) => all.includes('b'));
    release();
    const freeing = setInterval(() => release(), 10);
    await begun.count(3);
    await reader.close();
    clearInterval(freeing);
    expect(begun.all).toEqual(['a', 'b', 'c']);
  });

  it('tells a reader once that it could not go on', async () => {
    const { faults } = await readFrom(await endsOf('user.changed'), async () => {
      throw new Error('gone');
    });
    await under.bus.publish(users('a'));
    await faults.count(1);
    await under.bus.publish(users('b'));
    expect(faults.all).toEqual([new Error('gone')]);
  });
}
