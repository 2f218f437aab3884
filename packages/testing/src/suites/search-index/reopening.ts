import { expect, it } from '@jest/globals';
import { packDocument, type PackedDocument, type SearchIndex } from '@numscope/platform';
import type { Storage } from '../../around.ts';
import { type IndexUnderTest, one } from './index-under-test.ts';

/** An index keeps what it was given, and the identity that tells it from others. */
export function reopeningTests(under: IndexUnderTest, create: () => Promise<Storage<SearchIndex>>): void {
  const { found, put, reopen } = under;

  it('is called the same by whoever opens it, and after a rebuild, and as no other', async () => {
    const name = await under.index.identity();
    expect(name).not.toBe('');
    const slices = async function* (): AsyncGenerator<PackedDocument[]> {
      yield [
        packDocument({
          phone: '+11',
          revision: 1,
          terms: { job: ['1'] },
          sort: { name: '', timestamp: 0, confidence: 0 },
        }),
      ];
    };
    expect(await under.index.rebuild(slices())).toBe(true);
    expect(await under.index.identity()).toBe(name);
    await reopen();
    expect(await under.index.identity()).toBe(name);
    const other = await create();
    const opened = await other.open();
    expect(await opened.identity()).not.toBe(name);
    await opened.close();
    await other.dispose();
  });

  it('has everything after a reopening', async () => {
    await put('+99890', { name: ['kept'] });
    await reopen();
    await under.index.check();
    expect(await found(one('name', 'kept'))).toEqual(['+99890']);
  });
}
