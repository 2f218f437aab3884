import { startBareServer } from '../stretch.ts';

/** Rounds of answers, so many in a row: behind a gateway any process may answer. */
const IN_A_ROW = 30;

/**
 * Does something, then asks without a pause until every answer is as wanted for a while.
 * @returns after how many milliseconds one was not for the last time, as on a machine that does nothing else
 */
export async function msUntilAll<T>(
  act: () => Promise<unknown>,
  ask: () => Promise<readonly T[]>,
  wanted: T,
): Promise<number> {
  const bare = await startBareServer();
  try {
    await act();
    const begun = performance.now();
    let last = begun;
    for (let inRow = 0; inRow < IN_A_ROW;) {
      const answers = await ask();
      const isSo = answers.every((answer) => answer === wanted);
      inRow = isSo ? inRow + 1 : 0;
      if (!isSo) last = performance.now();
    }
    return (last - begun) / (await bare.stretch());
  } finally {
    bare.close();
  }
}
