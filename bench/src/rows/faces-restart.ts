import { calls } from '@numscope/contracts';
import { Api } from '@numscope/e2e/calls/api';
import { lookUpPortraits, startPortraitProvider } from '@numscope/e2e/providers/portrait-provider';
import { type Product, startProduct } from '@numscope/e2e/product/product';
import { imagesOf, searchByPicture } from '@numscope/e2e/calls/search-by-picture';
import { portrait } from '@numscope/testing/portraits';
import { type Row, seconds } from '../report.ts';
import { seedFaces } from '../seed-faces.ts';

const MOST_READY_MS = 5000;
/** Between two looks at how far it is, each of which counts all faces. */
const LOOK_MS = 500;

interface Restart {
  product: Product;
  /** Milliseconds from the start of the process: to the first healthy answer, a stored picture found by another, all compared. */
  readyMs: number;
  matchMs: number;
  /** How many searches that took. */
  tries: number;
  /** Milliseconds of the next search, for which the model is loaded. */
  nextMs: number;
  indexedMs: number;
}

/** @param wanted - pictures that the search must find */
async function restart(dataDir: string, wanted: readonly string[]): Promise<Restart> {
  const began = performance.now();
  const since = (): number => performance.now() - began;
  const product = await startProduct({ dataDir, embedded: true, env: { FACE_SEARCHES_PER_HOUR: '100000' } });
  const api = await Api.login(product.url);
  const matched = async (): Promise<Pick<Restart, 'matchMs' | 'tries' | 'nextMs'>> => {
    for (let tries = 1; ; tries++) {
      const found = new Set(imagesOf(await searchByPicture(api, portrait('a-1'))));
      if (!wanted.every((id) => found.has(id))) continue;
      const matchMs = since();
      await searchByPicture(api, portrait('a-1'));
      return { matchMs, tries, nextMs: since() - matchMs };
    }
  };
  const indexed = async (): Promise<number> => {
    while (!(await api.call(calls.facesState)).indexed) await pause();
    return since();
  };
  const [first, indexedMs] = await Promise.all([matched(), indexed()]);
  return { product, readyMs: product.readyMs, ...first, indexedMs };
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LOOK_MS));

const said = ({ readyMs, matchMs, tries, nextMs, indexedMs }: Restart): string =>
  `answers after ${seconds(readyMs)}, the first match after ${seconds(matchMs)} (${tries} searches; the next takes ${seconds(nextMs)}), all compared after ${seconds(indexedMs)}`;

/** The whole product in one process, begun again with so many faces: after it was ended, and after it was killed. */
export async function measureFacesRestart(count: number): Promise<Row> {
  const provider = await startPortraitProvider();
  const first = await startProduct({ embedded: true, sources: provider.sources });
  try {
    const api = await Api.login(first.url);
    await lookUpPortraits(api);
    const wanted = imagesOf(await searchByPicture(api, portrait('a-1')));
    await first.stop();
    await seedFaces(first.dataDir, count);
    const ended = await restart(first.dataDir, wanted);
    await ended.product.stop('SIGKILL');
    const killed = await restart(first.dataDir, wanted);
    await killed.product.stop();
    const worst = Math.max(ended.matchMs, killed.matchMs);
    return {
      work: `the product begun again with ${count} faces, in one process`,
      floor: `without them ${seconds(first.readyMs)} to the first answer`,
      product: `${said(ended)}; killed before: ${said(killed)}`,
      bar: `the first match within ${MOST_READY_MS / 1000} s`,
      reached: worst <= MOST_READY_MS,
    };
  } finally {
    await first.discard();
    await provider.close();
  }
}
