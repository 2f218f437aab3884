import { describe, expect, it } from '@jest/globals';
import { isScattered, type Segment } from '../src/elastic/face-parts.ts';

/** Segments with so many faces each, of a kilobyte each. */
const segments = (...faces: number[]): Segment[] => faces.map((count) => ({ faces: count, bytes: count * 1000 }));

describe('joining the segments of faces', () => {
  it('pays where they are many and none has nearly all', () => {
    expect(isScattered(segments(...Array.from({ length: 12 }, () => 80_000)))).toBe(true);
    expect(isScattered(segments(89_000, 5000, 5000, 1000))).toBe(true);
  });

  const few: Array<[string, Segment[]]> = [
    ['nothing was added', segments()],
    ['there is one', segments(1_000_000)],
    ['there are three', segments(400_000, 300_000, 300_000)],
    ['little came since they were joined', segments(91_000, 5000, 3000, 1000)],
    ['the one would be so large that the engine left it alone', segments(...Array.from({ length: 12 }, () => 400_000))],
  ];
  it.each(few)('does not pay where %s', (_why, these) => {
    expect(isScattered(these)).toBe(false);
  });
});
