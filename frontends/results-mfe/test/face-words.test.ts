import { describe, expect, it } from '@jest/globals';
import { pictureSearch } from '../src/domain/picture-search.ts';
import { estimatesOf, faceLabels, faultsText, likelihoodText, poseText } from '../src/features/faces/face-words.ts';
import { answer, entry } from './faces.ts';

describe('what is said of a face', () => {
  it('when it is too poor, then why it is not compared', () => {
    expect(faultsText({ faults: ['SMALL', 'TURNED'] })).toBe('too small, turned too far');
    expect(faultsText({ faults: [] })).toBe('');
  });

  it('tells its place among the others, and its matches at the threshold', () => {
    const searched = pictureSearch(
      new File([], 'a.jpg'),
      answer(entry(0.1, ['a', 0.9]), entry(0.1, ['b', 0.3]), entry(0.6, undefined, { faults: ['BLURRED'] })),
    );
    expect(faceLabels(searched)).toEqual(['Face 1 of 2, 1 match', 'Face 2 of 2, not compared: not sharp']);
    expect(faceLabels({ ...searched, threshold: 0.2 })[0]).toBe('Face 1 of 2, 2 matches');
  });

  it('has at least as many matches as came, where more may not have come', () => {
    const matches = Array.from({ length: 100 }, () => ({ ...entry(0.1, ['a', 0.9]), mayHaveMore: true }));
    expect(faceLabels(pictureSearch(new File([], 'a.jpg'), answer(...matches)))).toEqual([
      'Face 1 of 1, at least 100 matches',
    ]);
  });

  it('has no pose where the model gives none', () => {
    const { quality } = entry(0);
    expect(poseText(quality)).toBe('turned 2°, tilted 3°');
    expect(poseText({ ...quality, yaw: null, roll: null })).toBeNull();
  });

  it('has a likelihood only with its bounds', () => {
    const { faceMatch } = entry(0, ['a', 0.5]);
    expect(faceMatch === null ? '' : likelihoodText(faceMatch)).toBe('98.0% (95.0% to 99.0%)');
  });
});

describe('the estimates of a face', () => {
  it('are those that the model gave, each with how sure it is', () => {
    const found = estimatesOf({
      gender: { value: 'FEMALE', probability: 0.93 },
      age: { value: 34.4, plusMinus: 6 },
      emotions: [
        { value: 'sad', probability: 0.2 },
        { value: 'neutral', probability: 0.78 },
        { value: 'angry', probability: 0.01 },
      ],
      smile: { value: false, probability: 0.9 },
    });
    expect(found.map(({ label, value, sure }) => `${label} ${value} ${sure}`)).toEqual([
      'Gender Female 93.0%',
      'Age 34 ± 6 years',
      'Emotions Neutral 78.0%',
      ' Sad 20.0%',
      'Smile No 90.0%',
    ]);
  });

  it('when the model gives none, then nothing is said', () => {
    expect(estimatesOf({})).toEqual([]);
  });
});
