import { startBareServer } from '../speed/stretch.ts';

/** Rounds of answers, so many in a row: behind a gateway any process may answer. */
const IN_A_ROW = 30;
/** What is not so by then never will be, and the fault says what it is. */
const GIVEN_UP_MS = 60_000;

/**
 * Does something, then asks without a pause until every answer is as wanted for a while.
 * @returns after how many milliseconds one was not for the last time, as on a machine that does nothing else
 * @throws Error with the last answers where they do not become so
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
      if (isSo) continue;
      last = performance.now();
      if (last - begun > GIVEN_UP_MS) throw new Error(`it is ${answers.join(', ')}, not ${String(wanted)}`);
    }
    return (last - begun) / (await bare.stretch());
  } finally {
    bare.close();
  }
}
