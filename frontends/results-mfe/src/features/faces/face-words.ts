import type { FaceComparison, FaceEstimates, FaceQuality } from '@numscope/contracts';
import { formatCount, formatDecimal, formatPercent, type Word } from '@numscope/ui';
import { matchesFrom, mayHaveMore } from '../../domain/found-faces.ts';
import type { PictureSearch } from '../../domain/picture-search.ts';
import { texts } from '../../texts/texts.ts';

const faults: Readonly<Record<FaceQuality['faults'][number], Word<typeof texts>>> = {
  SMALL: 'faultSmall',
  BLURRED: 'faultBlurred',
  TURNED: 'faultTurned',
  UNCERTAIN: 'faultUncertain',
};

/** Why a face is not compared with others: 'too small, not sharp'; empty when it is. */
export const faultsText = ({ faults: found }: Pick<FaceQuality, 'faults'>): string =>
  found.map((fault) => texts(faults[fault])).join(', ');

/** What each face of a searched picture is called: 'Face 2 of 3, 14 matches'. */
export function faceLabels({ faces, threshold }: Pick<PictureSearch, 'faces' | 'threshold'>): string[] {
  return faces.map((found, i) => {
    const face = texts('faceOf', { number: i + 1, total: faces.length });
    if (found.quality.faults.length > 0) return texts('faceNotCompared', { face, faults: faultsText(found.quality) });
    const count = matchesFrom(found, threshold).length;
    return mayHaveMore(found, threshold)
      ? texts('faceMatchesAtLeast', { face, count: formatCount(count) })
      : texts('faceMatches', { face, count });
  });
}

const degrees = (angle: number): string => `${formatDecimal(Math.abs(angle), 0)}°`;

/** How far the head is turned, nodded and tilted, as far as the model tells. */
export function poseText({ yaw, pitch, roll }: FaceQuality): string | null {
  const parts = [
    yaw === null ? null : texts('poseTurned', { angle: degrees(yaw) }),
    pitch === null ? null : texts('poseNodded', { angle: degrees(pitch) }),
    roll === null ? null : texts('poseTilted', { angle: degrees(roll) }),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

/** How good a face is to compare by: pixels and sharpness, and what is wrong with it. */
export const qualityText = (quality: FaceQuality): string =>
  [
    texts('qualityPixels', { count: formatCount(Math.round(quality.pixels)) }),
    texts('qualitySharp', { value: formatDecimal(quality.sharpness, 2) }),
    ...(quality.faults.length === 0 ? [] : [faultsText(quality)]),
  ].join(', ');

/** The likelihood with the bounds that the size of the model's test leaves. */
export const likelihoodText = ({ likelihood: { value, low, high } }: FaceComparison): string =>
  texts('likelihoodRange', {
    value: formatPercent(value * 100),
    low: formatPercent(low * 100),
    high: formatPercent(high * 100),
  });

const emotions: Readonly<Record<string, Word<typeof texts>>> = {
  neutral: 'emotionNeutral',
  happy: 'emotionHappy',
  sad: 'emotionSad',
  angry: 'emotionAngry',
  fearful: 'emotionFearful',
  disgusted: 'emotionDisgusted',
  surprised: 'emotionSurprised',
};

/** Emotions less probable than this are not worth a line. */
const LEAST_EMOTION = 0.05;

export interface Estimate {
  label: string;
  value: string;
  /** How sure the model is, as text; for an age within how many years. */
  sure: string;
}

/** What the model guesses about a face, each with how sure it is. What it does not give is left out. */
export function estimatesOf(estimates: FaceEstimates): Estimate[] {
  const { gender, age, emotions: felt = [], glasses, beard, smile } = estimates;
  const sure = (probability: number): string => formatPercent(probability * 100);
  const flag = (label: string, guess: { value: boolean; probability: number } | undefined): Estimate[] =>
    guess === undefined ? [] : [{ label, value: texts(guess.value ? 'yes' : 'no'), sure: sure(guess.probability) }];
  return [
    ...(gender === undefined
      ? []
      : [
          {
            label: texts('gender'),
            value: texts(gender.value === 'MALE' ? 'male' : 'female'),
            sure: sure(gender.probability),
          },
        ]),
    ...(age === undefined
      ? []
      : [
          {
            label: texts('estimateAge'),
            value: formatCount(Math.round(age.value)),
            sure: texts('estimateYears', { years: formatCount(Math.round(age.plusMinus)) }),
          },
        ]),
    ...felt
      .filter(({ probability }) => probability >= LEAST_EMOTION)
      .toSorted((a, b) => b.probability - a.probability)
      .map(({ value, probability }, i) => {
        const known = emotions[value.toLowerCase()];
        return {
          label: i === 0 ? texts('estimateEmotions') : '',
          value: known === undefined ? value : texts(known),
          sure: sure(probability),
        };
      }),
    ...flag(texts('estimateGlasses'), glasses),
    ...flag(texts('estimateBeard'), beard),
    ...flag(texts('estimateSmile'), smile),
  ];
}
