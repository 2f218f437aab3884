import type { FaceEstimates } from '@numscope/contracts';

/**
 * The mean error of the model's guess of an age, in years, over all its test sets, as published with it; more than half
 * of the guesses lie within (https://github.com/justadudewhohacks/face-api.js, 'Age and Gender Recognition Model').
 */
const MEAN_AGE_ERROR = 4.54;

interface Guessed {
  age: number;
  gender: 'male' | 'female';
  genderProbability: number;
  /** Each expression with its probability, likeliest first. */
  expressions: ReadonlyArray<{ expression: string; probability: number }>;
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** What the models guess. They know no glasses and no beard; a smile is what the expression 'happy' says. */
export function estimatesOf({ age, gender, genderProbability, expressions }: Guessed): FaceEstimates {
  const happy = expressions.find(({ expression }) => expression === 'happy')?.probability ?? 0;
  return {
    gender: { value: gender === 'male' ? 'MALE' : 'FEMALE', probability: rounded(genderProbability) },
    age: { value: Math.round(age), plusMinus: MEAN_AGE_ERROR },
    emotions: expressions
      .map(({ expression, probability }) => ({ value: expression, probability: rounded(probability) }))
      .filter(({ probability }) => probability >= 0.01),
    smile:
      happy >= 0.5 ? { value: true, probability: rounded(happy) } : { value: false, probability: rounded(1 - happy) },
  };
}
