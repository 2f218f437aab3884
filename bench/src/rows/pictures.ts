import { availableParallelism } from 'node:os';
import { openFaceEncoder } from '@numscope/images/faces/open-encoder';
import { openBareFaces } from '../bare-faces-processes.ts';
import { picturesFor } from '../pictures-for.ts';
import { percentile, type Row } from '../report.ts';

/** The part of the bare model's speed to be reached: the rest may go to reading a picture and handing it over. */
const LEAST_OF_BARE = 0.8;
/** A second thread on a second core: memory and caches are shared. */
const LEAST_OF_SECOND = 1.6;
const ROUNDS = 3;

const shown = (rate: number): string => `${rate.toFixed(2)} pictures/s`;
const middle = (values: readonly number[]): number => percentile(values, 0.5);

/** Pictures a second. */
async function rateOf(count: number, look: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await look();
  return (count * 1000) / (performance.now() - began);
}

/** The encoder of the product: pictures from their bytes to their faces, as many at once as there are threads. */
function openEncoder(threads: number) {
  const encoder = openFaceEncoder({ threads });
  const look = (count: number) => Promise.all(picturesFor(count).map((picture) => encoder.encode(picture)));
  return {
    rate: async (count: number): Promise<number> => {
      // Each thread loads the models with its first picture, and again after it had none for a while.
      await look(threads);
      return rateOf(count, () => look(count));
    },
    close: () => encoder.close(),
  };
}

/**
 * Pictures looked at a second, by one thread and by as many as there are cores, in turns with the bare model in as many
 * processes: what that gains by a second core is the most that this machine has to give.
 */
export async function measurePictures(count: number): Promise<Row> {
  const cores = availableParallelism();
  const bare = await openBareFaces(cores);
  const single = openEncoder(1);
  const several = openEncoder(cores);
  const rounds: { bareOne: number; bareAll: number; one: number; all: number }[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({
        bareOne: await rateOf(count, () => bare.look(count, 1)),
        one: await single.rate(count),
        bareAll: await rateOf(count, () => bare.look(count, cores)),
        all: await several.rate(count),
      });
  } finally {
    bare.close();
    await Promise.all([single.close(), several.close()]);
  }
  // Compared round by round, because the machine's speed swings.
  const ofBare = middle(rounds.map(({ one, bareOne }) => one / bareOne));
  const bareGain = middle(rounds.map(({ bareAll, bareOne }) => bareAll / bareOne));
  const gain = middle(rounds.map(({ all, one }) => all / one));
  const rate = (of: keyof (typeof rounds)[number]): string => shown(middle(rounds.map((round) => round[of])));
  return {
    work: `faces of ${count} portraits, by 1 and by ${cores} threads`,
    floor: `the bare model in one process ${rate('bareOne')}, in ${cores} at once ${rate('bareAll')} (${bareGain.toFixed(2)} times)`,
    product: `1 thread ${rate('one')} (${Math.round(ofBare * 100)}% of the floor), ${cores} threads ${rate('all')} (${gain.toFixed(2)} times), in the middle of ${ROUNDS} rounds`,
    bar: `1 thread ${LEAST_OF_BARE * 100}% of the floor, 2 or more threads ${LEAST_OF_SECOND} times one`,
    reached: ofBare >= LEAST_OF_BARE && (cores < 2 || gain >= LEAST_OF_SECOND),
  };
}
