import { describe, expect, it } from '@jest/globals';
import { bestFace, foundFaces, matchesFrom, mayHaveMore, nearestOn, picturesOf } from '../src/domain/found-faces.ts';
import { cropOf } from '../src/features/faces/crop-of.ts';
import { answer, entry, pictureId } from './faces.ts';

describe('the faces of an answer', () => {
  it('when a face has several matches, then it is one face with all of them, best first', () => {
    const faces = foundFaces(answer(entry(0.5, ['a', 0.3]), entry(0.5, ['b', 0.6]), entry(0.1)));
    expect(faces.map(({ matches }) => matches.map(({ similarity }) => similarity))).toEqual([[], [0.6, 0.3]]);
  });

  it('when there are several, then they stand from left to right', () => {
    const faces = foundFaces(answer(entry(0.7, ['a', 0.9]), entry(0.1, ['b', 0.5]), entry(0.4)));
    expect(faces.map(({ boundingBox }) => boundingBox.left)).toEqual([0.1, 0.4, 0.7]);
    expect(bestFace(faces)).toBe(2);
  });

  it('when none is like a stored one, then the largest that can be compared is the first choice', () => {
    const small = { ...entry(0.6), boundingBox: { left: 0.6, top: 0, width: 0.1, height: 0.1 } };
    const faces = foundFaces(answer(entry(0.1, undefined, { faults: ['BLURRED'] }), entry(0.3), small));
    expect(bestFace(faces)).toBe(1);
  });

  it('when there is none, then nothing goes wrong', () => {
    expect([foundFaces(answer()), bestFace([]), matchesFrom(undefined, 0.2)]).toEqual([[], 0, []]);
  });
});

describe('the matches of a face', () => {
  const [face] = foundFaces(answer(entry(0.1, ['a', 0.9]), entry(0.1, ['b', 0.45]), entry(0.1, ['a', 0.5])));

  it('count from the threshold on, and give each picture once', () => {
    expect(picturesOf(matchesFrom(face, 0.45), 100)).toEqual([pictureId('a'), pictureId('b')]);
    expect(picturesOf(matchesFrom(face, 0.46), 100)).toEqual([pictureId('a')]);
    expect(picturesOf(matchesFrom(face, 0), 1)).toEqual([pictureId('a')]);
  });

  it('may be more where the server left some out, unless some that came are less similar than the threshold', () => {
    const similar = (count: number, more: boolean) =>
      foundFaces(
        answer(
          ...Array.from({ length: count }, (_, i) => ({ ...entry(0.1, ['a', 0.9 - i / 1000]), mayHaveMore: more })),
        ),
      )[0];
    expect(mayHaveMore(similar(100, true), 0.5)).toBe(true);
    expect(mayHaveMore(similar(100, true), 0.85)).toBe(false);
    // Of a dozen faces on a picture each has a smaller share.
    expect(mayHaveMore(similar(83, true), 0.5)).toBe(true);
    expect(mayHaveMore(similar(100, false), 0.5)).toBe(false);
    expect(mayHaveMore(undefined, 0)).toBe(false);
  });

  it('tell the nearest on the pictures of a profile', () => {
    const matches = matchesFrom(face, 0);
    expect(nearestOn(matches, [pictureId('b')])?.similarity).toBe(0.45);
    expect(nearestOn(matches, [pictureId('c')])).toBeUndefined();
  });
});

describe('the crop of a face', () => {
  it('is a square around the middle of its box, with what is around it', () => {
    expect(cropOf({ left: 0.4, top: 0.4, width: 0.2, height: 0.1 }, 1000, 1000)).toEqual({ x: 350, y: 300, side: 300 });
  });

  it('never leaves the picture', () => {
    expect(cropOf({ left: 0, top: 0.9, width: 0.1, height: 0.1 }, 1000, 500)).toEqual({ x: 0, y: 350, side: 150 });
    expect(cropOf({ left: 0, top: 0, width: 1, height: 1 }, 300, 200)).toEqual({ x: 50, y: 0, side: 200 });
  });
});
