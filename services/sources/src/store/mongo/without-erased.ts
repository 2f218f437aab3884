import { momentOfId } from '@numscope/platform';
import { type ErasedMark, ErasedNumbers } from '@numscope/platform/erased-numbers';
import type { PhotoStep } from '../due-photos.port.ts';
import type { NewObservation } from '../source-store.port.ts';

/** An erasure leaves whatever was written before it longer than this to be carried out. */
const LATE_MS = 1000;

interface Answers {
  observations: readonly NewObservation[];
  photos: readonly PhotoStep[];
}

/**
 * What of an entry of the journal is still to be kept. One that its writer had no time to carry out comes when somebody
 * else finds it, and the number may have been erased by then.
 * @param entry - its id
 */
export async function withoutErased(
  answers: Answers,
  entry: string,
  erasedMarks: () => Promise<ErasedMark[]>,
): Promise<Answers> {
  const written = momentOfId(entry);
  if (written !== null && Date.now() - written < LATE_MS) return answers;
  const erased = new ErasedNumbers();
  erased.replace(await erasedMarks());
  const { observations, photos } = answers;
  return {
    observations: observations.filter(({ phone, at }) => !erased.isErased(phone, at)),
    photos: photos.map(({ over, answer, due }) => ({
      over,
      answer: answer && !erased.isErased(answer.phone, answer.at) ? answer : null,
      due: due && !erased.isErased(due.phone, due.answeredAt) ? due : null,
    })),
  };
}
