import { expect, it } from '@jest/globals';
import { packDocument, type PackedDocument } from '@numscope/platform';
import { type IndexUnderTest, one } from './index-under-test.ts';

const job = (phone: string, revision: number, ...more: string[]): PackedDocument =>
  packDocument({
    phone,
    revision,
    terms: { job: ['1', ...more] },
    sort: { name: '', timestamp: 0, confidence: 0 },
  });

/** An index is made anew from the records while it is searched and written. */
export function rebuildTests(under: IndexUnderTest): void {
  const hitsOf = (term: string): Promise<string[]> => under.found(one('job', term));

  it('is rebuilt to what the records hold and what is written meanwhile, while searches miss nothing', async () => {
    await under.index.upsert([job('+11', 1), job('+12', 9, 'old'), job('+13', 1), job('+16', 1), job('+18', 1)]);
    async function* slices(): AsyncGenerator<PackedDocument[]> {
      expect(await hitsOf('1')).toEqual(['+11', '+12', '+13', '+16', '+18']);
      yield [job('+11', 1), job('+12', 1, 'new')];
      await under.index.upsert([job('+10', 1, 'meanwhile'), job('+15', 2, 'meanwhile')]);
      await under.index.remove(['+11', '+16']);
      expect(await hitsOf('meanwhile')).toEqual(['+10', '+15']);
      expect(await hitsOf('1')).toEqual(expect.arrayContaining(['+10', '+12', '+13', '+15']));
      yield [job('+13', 1), job('+15', 1)];
    }
    expect(await under.index.rebuild(slices())).toBe(true);
    expect(await hitsOf('1')).toEqual(['+10', '+12', '+13', '+15']);
    expect([await hitsOf('old'), await hitsOf('new'), await hitsOf('meanwhile')]).toEqual([
      [],
      ['+12'],
      ['+10', '+15'],
    ]);
    expect(await under.index.count()).toBe(4);
    await under.index.upsert([job('+12', 2, 'newer')]);
    expect(await hitsOf('newer')).toEqual(['+12']);
    expect(await under.index.isOutdated()).toBe(false);
  });

  it('is rebuilt from numbers of different lengths, which lie otherwise as numbers than as texts', async () => {
    const phones = ['+1202555014', '+12025550143', '+380501234567', '+79161234567', '+79161234568', '+99890123456'];
    await under.index.upsert(['+380501', '+7916', '+9989012345678'].map((phone) => job(phone, 1)));
    for (const size of [1, 2, 4]) {
      const slices = async function* (): AsyncGenerator<PackedDocument[]> {
        for (let at = 0; at < phones.length; at += size)
          yield phones.slice(at, at + size).map((phone) => job(phone, 1));
      };
      expect(await under.index.rebuild(slices())).toBe(true);
      expect([await hitsOf('1'), await under.index.count()]).toEqual([phones, phones.length]);
    }
  });

  it('is rebuilt by one at a time, and again after a rebuild that failed', async () => {
    await under.index.upsert([job('+11', 1)]);
    const unread = async function* (): AsyncGenerator<PackedDocument[]> {
      yield await Promise.reject<PackedDocument[]>(new Error('read in vain'));
    };
    const broken = async function* (): AsyncGenerator<PackedDocument[]> {
      yield [job('+11', 1)];
      expect(await under.index.rebuild(unread())).toBe(false);
      throw new Error('the records are away');
    };
    await expect(under.index.rebuild(broken())).rejects.toThrow('the records are away');
    expect(await hitsOf('1')).toEqual(['+11']);
    const whole = async function* (): AsyncGenerator<PackedDocument[]> {
      yield [job('+11', 1), job('+12', 1)];
    };
    expect(await under.index.rebuild(whole())).toBe(true);
    expect(await hitsOf('1')).toEqual(['+11', '+12']);
  });
}
