import { cpSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openEmbeddedFaceIndex } from '@numscope/adapters/embedded';
import { createLogger, type FaceIndex } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { faceVectors, VECTOR_LENGTH } from '@numscope/testing/face-vectors';
import { faceIndexSuite } from '@numscope/testing/suites';

const log = createLogger('test', 'silent');
const openIn = (folder: string, model = 'a'): Promise<FaceIndex> =>
  openEmbeddedFaceIndex({ folder, model, length: VECTOR_LENGTH, log });

faceIndexSuite('embedded', async () => {
  const dir = tempDir();
  return { open: () => openIn(join(dir.path, 'faces')), dispose: async () => dir.remove() };
});

it('makes nothing before the first face', async () => {
  const dir = tempDir();
  const index = await openIn(join(dir.path, 'faces'));
  expect(await Promise.all([index.size(), index.behindSince(), index.missing(['a.0']), index.idsAfter('', 5)])).toEqual(
    [0, 0, ['a.0'], []],
  );
  expect(await index.near(new Float32Array(VECTOR_LENGTH), 3)).toEqual([]);
  await index.remove(['a.0']);
  expect(existsSync(join(dir.path, 'faces'))).toBe(false);
  await index.close();
  dir.remove();
});

describe('the files of the embedded index of faces', () => {
  let dir: ReturnType<typeof tempDir>;
  let folder: string;
  let index: FaceIndex;
  const faces = [...faceVectors(40)];
  const ids = faces.map(({ id }) => id);
  const reopen = async (change: () => void = () => undefined, model?: string): Promise<void> => {
    await index.close();
    change();
    index = await openIn(folder, model);
  };
  const vectorFile = (): string =>
    join(folder, readdirSync(folder).find((name) => name.endsWith('.usearch')) ?? 'nothing is saved');

  beforeEach(async () => {
    dir = tempDir();
    folder = join(dir.path, 'faces');
    index = await openIn(folder);
    await index.add(faces);
  });
  afterEach(async () => {
    await index.close();
    dir.remove();
  });

  const damages: Array<[string, () => void]> = [
    ['a cut file of vectors', () => truncateSync(vectorFile(), 5000)],
    ['another file of the same length', () => writeFileSync(vectorFile(), readFileSync(vectorFile()).fill(7, 3000))],
    ['broken keys', () => writeFileSync(join(folder, 'keys.sqlite'), Buffer.alloc(8192, 7))],
  ];
  it.each(damages)('begins anew on %s', async (_what, damage) => {
    await reopen(damage);
    expect([await index.size(), await index.behindSince()]).toEqual([0, 0]);
    await index.add(faces);
    await reopen();
    expect(await index.missing(ids)).toEqual([]);
  });

  it('drops vectors of another model', async () => {
    await reopen(undefined, 'b');
    expect([await index.size(), await index.missing(ids)]).toEqual([0, ids]);
  });

  it('is after a crash as it was saved, without what was removed since, and says so', async () => {
    await reopen();
    const before = await index.behindSince();
    expect(before).toBeGreaterThan(0);
    await index.remove(ids.slice(0, 3));
    await index.add(faces.slice(1, 3));
    await index.add([...faceVectors(5, 9)]);
    const crashed = join(dir.path, 'crashed');
    cpSync(folder, crashed, { recursive: true });
    const after = await openIn(crashed);
    expect([await after.behindSince(), await after.size()]).toEqual([before, 37]);
    expect(await after.missing(ids)).toEqual(ids.slice(0, 3));
    const near = await after.near(faces[0]?.vector ?? new Float32Array(VECTOR_LENGTH), 40);
    expect(near.map(({ id }) => id).sort()).toEqual(ids.slice(3).sort());
    await after.close();
  });

  it('leaves nothing of removed vectors in its file, however many went and came', async () => {
    const marked = (n: number) => new Float32Array(VECTOR_LENGTH).map((_none, d) => n / 8 + d / 1024);
    const numbers = Array.from({ length: 8 }, (_none, n) => n + 1);
    const idOf = (n: number): string => `${String(n).repeat(64)}.0`;
    const inFile = (): number[] => {
      const bytes = readFileSync(vectorFile());
      return numbers.filter((n) => bytes.includes(Buffer.from(new Float16Array(marked(n)).buffer)));
    };
    await index.add(numbers.map((n) => ({ id: idOf(n), vector: marked(n) })));
    await reopen();
    expect(inFile()).toEqual(numbers);
    await index.remove([1, 2, 3, 4].map(idOf));
    await index.add([{ id: idOf(2), vector: marked(2) }]);
    await index.remove([5, 6].map(idOf));
    await reopen();
    expect(inFile()).toEqual([2, 7, 8]);
    expect(await index.size()).toBe(ids.length + 3);
  });

  it('leaves nothing of a removed face in any file once it is scrubbed, while it is open', async () => {
    const marked = new Float32Array(VECTOR_LENGTH).map((_none, d) => 0.125 + d / 1024);
    const id = `${'e'.repeat(64)}.0`;
    const holds = (): boolean[] => {
      const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
      const bytes = Buffer.concat(files);
      return [Buffer.from(new Float16Array(marked).buffer), id].map((needle) => bytes.includes(needle));
    };
    await index.add([{ id, vector: marked }]);
    await index.scrub();
    expect(holds()).toEqual([true, true]);
    await index.remove([id]);
    await index.scrub();
    expect(holds()).toEqual([false, false]);
    expect([await index.size(), await index.missing(ids)]).toEqual([40, []]);
  });
});
