import { describe, expect, it } from '@jest/globals';
import { heldOf, latestIds, removeHeld } from '../src/store/mongo/held-phones.ts';
import { phoneId } from '../src/store/mongo/phone-id.ts';

const FIRST = 998_901_000_000;
const part = { first: FIRST, number: null, id: null, tally: null, opened: 0 };
const job = { key: 7, main: false, pass: 50_000, parts: [{ ...part, pass: 49_999 }] };

/** Phones that are in these passes, and how many ids are asked for. */
function phonesIn(passes: ReadonlyMap<number, readonly [number, number]>) {
  const seen = { ids: 0, most: 0 };
  const there = new Map(
    [...passes].flatMap(([phone, [from, to]]) =>
      Array.from(
        { length: to - from + 1 },
        (_none, index) => [phoneId(job, from + index, phone), from + index] as const,
      ),
    ),
  );
  const byIds = async (ids: readonly string[]) => {
    seen.ids += ids.length;
    seen.most = Math.max(seen.most, ids.length);
    return ids.flatMap((_id) => {
      const pass = there.get(_id);
      return pass === undefined ? [] : [{ _id, job: 7, pass, status: 2, run: 0, flags: 0, sources: null }];
    });
  };
  return { seen, there, phones: { byIds } };
}

async function heldIds(phones: Parameters<typeof heldOf>[0], numbers: readonly number[]): Promise<string[]> {
  const ids: string[] = [];
  for await (const found of heldOf(phones, job, numbers)) ids.push(...found.map(({ _id }) => _id));
  return ids;
}

describe('what a job of many passes has of numbers', () => {
  it('is all of it, however long each is there', async () => {
    const { there, phones } = phonesIn(
      new Map([
        [FIRST, [1, 49_999]],
        [FIRST + 1, [49_990, 49_999]],
        [FIRST + 2, [49_999, 49_999]],
      ]),
    );
    const found = await heldIds(phones, [FIRST, FIRST + 1, FIRST + 2, FIRST + 3]);
    expect(found).toHaveLength(there.size);
    expect(new Set(found)).toEqual(new Set(there.keys()));
  });

  it('costs one question for numbers that it does not have', async () => {
    const { seen, phones } = phonesIn(new Map([[FIRST, [49_000, 49_999]]]));
    const numbers = Array.from({ length: 500 }, (_none, index) => FIRST + index);
    expect(await heldIds(phones, numbers)).toHaveLength(1000);
    expect(seen.ids).toBeLessThanOrEqual(500 + 1250);
    expect(seen.most).toBe(500);
  });

  it('is looked for in its present pass and in the latest ones', () => {
    const late = { ...job, parts: [{ ...part, pass: 3 }] };
    const ids = latestIds(late, FIRST);
    expect(ids).toHaveLength(250);
    for (const pass of [3, 49_752, 50_000]) expect(ids).toContain(phoneId(job, pass, FIRST));
    expect(latestIds({ ...job, pass: 1, parts: [{ ...part, pass: 1 }] }, FIRST)).toEqual([phoneId(job, 1, FIRST)]);
  });
});

/** Phones of a number in all passes of a job, of which the `breaksAt`th removal, counted from 1, is broken off midway. */
function erasable(of: typeof job, breaksAt = Infinity) {
  const there = new Set(Array.from({ length: of.pass }, (_none, index) => phoneId(of, index + 1, FIRST)));
  const seen = { removals: 0, most: 0, counted: 0 };
  const phones = {
    byIds: async (ids: readonly string[]) =>
      ids
        .filter((_id) => there.has(_id))
        .map((_id) => ({ _id, job: 7, pass: 1, status: 2, run: 0, flags: 0, sources: null })),
    remove: async (ids: readonly string[]) => {
      seen.most = Math.max(seen.most, ids.length);
      const breaks = ++seen.removals === breaksAt;
      const gone = ids.slice(0, breaks ? Math.floor(ids.length / 2) : ids.length).filter((id) => there.delete(id));
      if (breaks) throw new Error('MongoDB is away');
      return gone.length;
    },
  };
  const erase = (now: typeof job): Promise<number> => removeHeld(phones, now, FIRST, async () => seen.counted++);
  return { there, seen, phones, erase };
}

describe('what a job of many passes has of a number that is erased', () => {
  it('goes by some ids at a time, from every pass', async () => {
    const { there, seen, erase } = erasable({ ...job, pass: 50_000 });
    expect(await erase(job)).toBe(50_000);
    expect([...there]).toEqual([]);
    expect(seen).toMatchObject({ most: 250, counted: 1 });
    expect(await erase(job)).toBe(0);
    expect(seen.counted).toBe(1);
  });

  it('goes from the one pass of the main job', async () => {
    const main = { ...job, main: true };
    const { there, erase } = erasable(main);
    expect(await erase(main)).toBe(1);
    expect(there.size).toBe(0);
  });

  it.each([1000, 999, 300])(
    'is found again, and goes wholly, where that was broken off with its part in pass %i of 1000',
    async (pass) => {
      const own = { ...part, pass };
      const old = { ...job, pass: 1000, parts: [own] };
      const REMOVALS = 6;
      const whole = erasable(old);
      await whole.erase(old);
      expect(whole.seen.removals).toBe(REMOVALS);
      // Asked for once more the job has had more passes, and its part may begin behind the number.
      const later = [
        { ...old, pass: 1700 },
        {
          ...old,
          pass: 1700,
          parts: [
            { ...part, first: FIRST - 10, pass: 1700 },
            { ...own, first: FIRST + 1 },
          ],
        },
      ];
      for (const now of later)
        for (let breaksAt = 1; breaksAt <= REMOVALS; breaksAt++) {
          const { there, phones, erase } = erasable(old, breaksAt);
          await expect(erase(old)).rejects.toThrow('MongoDB is away');
          expect(await phones.byIds(latestIds(now, FIRST))).not.toEqual([]);
          await erase(now);
          expect([...there]).toEqual([]);
        }
    },
  );
});
