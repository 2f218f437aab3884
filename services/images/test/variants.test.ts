import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Portrait, portrait, portraits } from '@numscope/testing/portraits';
import type { EncodedFace } from '../src/faces/face-encoder.port.ts';
import { openFaceEncoder } from '../src/faces/open-encoder.ts';
import { type ChangeName, changed, changeNames, changes } from './variants.ts';

/** All rows of docs/decisions/faces.md, which they are printed for, or a few of one portrait. */
const full = process.env['SCALE'] === 'full';

/**
 * What becomes of a face: found by another picture of its person, not found though it is compared (MISSED), kept and
 * marked as too poor to be compared, or not seen at all.
 */
type Outcome = 'FOUND' | 'MISSED' | 'POOR' | 'NONE';
const F = 'FOUND';
const M = 'MISSED';
const P = 'POOR';
const N = 'NONE';

/** As it was measured, for a-1, a-2 and b-1: what a change of the model or of what is done before it moves. */
const outcomes = {
  'as it is': [F, F, F],
  mirrored: [F, F, F],
  'turned by 15 degrees': [F, F, F],
  'turned by 30 degrees': [F, F, P],
  'turned by 45 degrees': [F, F, N],
  'turned by 90 degrees': [F, F, F],
  'turned by 180 degrees': [N, F, N],
  'turned by 270 degrees': [F, F, N],
  '200 pixels wide': [F, F, F],
  '150 pixels wide': [F, F, F],
  '100 pixels wide': [P, F, P],
  '80 pixels wide': [P, F, P],
  'blurred, sigma 4': [F, F, F],
  'blurred, sigma 6': [P, P, P],
  'light times 0.5': [F, F, F],
  'light times 0.25': [F, F, N],
  'left fifth cut': [F, M, F],
  'left third cut': [F, P, F],
  'chin fifth cut': [F, F, F],
  'chin third cut': [F, M, F],
} as const satisfies Record<ChangeName, readonly Outcome[]>;

const few = ['turned by 30 degrees', '100 pixels wide', 'light times 0.25', 'left third cut'] as const;
const names = full ? (Object.keys(portraits) as Portrait[]) : (['a-1'] as const);

/** The picture that shows the same person (there is but one of b), and one of the other person. */
const beside = {
  'a-1': ['a-2', 'b-1'],
  'a-2': ['a-1', 'b-1'],
  'b-1': ['b-1', 'a-1'],
} as const satisfies Record<Portrait, readonly [Portrait, Portrait]>;

const encoder = openFaceEncoder({ threads: full ? 2 : 1, gentle: false });
/** Up to here the model calls two faces alike: its threshold is a similarity. */
const NEAR = 1 - encoder.model.threshold;
afterAll(() => encoder.close());

const whole = new Map<Portrait, EncodedFace>();
beforeAll(async () => {
  for (const name of Object.keys(portraits) as Portrait[]) {
    const [face] = await encoder.encode(portrait(name));
    if (face) whole.set(name, face);
  }
});

function wholeOf(name: Portrait): EncodedFace {
  const face = whole.get(name);
  if (!face) throw new Error(`no face on ${name}`);
  return face;
}

const apart = (a: EncodedFace, name: Portrait): number =>
  Math.hypot(...a.vector.map((value, n) => value - (wholeOf(name).vector[n] ?? 0)));

/** What becomes of a changed portrait, and its cell of the table. */
async function seen(name: Portrait, change: ChangeName): Promise<{ outcome: Outcome; cell: string }> {
  const [face] = await encoder.encode(await changed(portrait(name), change, wholeOf(name).boundingBox));
  if (!face) return { outcome: 'NONE', cell: 'none' };
  const { pixels, faults } = face.quality;
  const [same, other] = beside[name].map((one) => apart(face, one));
  expect(other).toBeGreaterThan(NEAR);
  const isNear = (same ?? Number.NaN) <= NEAR;
  const outcome = faults.length > 0 ? 'POOR' : isNear ? 'FOUND' : 'MISSED';
  return {
    outcome,
    cell: `${Math.round(pixels)}px ${faults.join(' ') || 'fit'} ${same?.toFixed(2)}/${other?.toFixed(2)}`,
  };
}

const rows: string[] = [];
afterAll(() => {
  if (full) process.stdout.write(`${rows.join('\n')}\n`);
});

it.each(full ? changeNames : few)('%s: what is still found, and never another person', async (change) => {
  const all = await Promise.all(names.map((name) => seen(name, change)));
  rows.push(`| ${[change, ...all.map(({ cell }) => cell)].join(' | ')} |`);
  expect(all.map(({ outcome }) => outcome)).toEqual(outcomes[change].slice(0, names.length));
});

it('knows the outcome of every change', () => expect(Object.keys(outcomes)).toEqual(Object.keys(changes)));
