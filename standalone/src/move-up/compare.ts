import { byCollection, type Carried, type Carrying } from '@numscope/adapters/moving-up';
import type { Connection } from '@numscope/adapters/mongo';
import { batchesOf } from './batches.ts';
import { canonical, Digest } from './digest.ts';
import type { Line } from './line.ts';
import { retryWhileAway } from './retry-while-away.ts';
import { Progress } from './progress.ts';
import { filledCollections } from './target.ts';

type Document = Carried['document'];

/** Differences that are named; there may be as many as records. */
const MOST_FAULTS = 5;

async function readBack(connection: Connection, documents: readonly Carried[]): Promise<Map<string, Document>> {
  const found = new Map<string, Document>();
  for (const [into, some] of byCollection(documents)) {
    const $in = some.map(({ document }) => document._id);
    const query = () =>
      connection.collection<Document>(into).find({ _id: { $in } }, { promoteBuffers: true }).toArray();
    for (const document of await retryWhileAway(query)) found.set(`${into} ${document._id}`, document);
  }
  return found;
}

/**
 * Makes what was carried anew from where it came, and reads what has come. @param known counts the documents of each
 * collection
 */
export async function compare(
  carrying: Carrying,
  connection: Connection,
  known: Map<string, number>,
  say: (line: string) => void,
): Promise<Line> {
  const { entity, countIn = () => 1 } = carrying;
  const progress = new Progress(say, `${entity} compared`, carrying.total());
  const [from, to] = [new Digest(), new Digest()];
  const faults: string[] = [];
  const note = (fault: string): void => void (faults.length < MOST_FAULTS && faults.push(fault));
  for (const { documents } of batchesOf(carrying.steps(null))) {
    const found = await readBack(connection, documents);
    for (const carried of documents) {
      const { into, document } = carried;
      const there = canonical(document);
      const count = countIn(carried);
      from.add(there, count);
      progress.add(count);
      known.set(into, (known.get(into) ?? 0) + 1);
      const come = found.get(`${into} ${document._id}`);
      if (!come) {
        note(`${into}: ${document._id} is missing`);
        continue;
      }
      const here = canonical(come);
      to.add(here, countIn({ into, document: come }));
      if (here !== there) note(`${into}: ${document._id} is not the same`);
    }
  }
  progress.tell();
  if (from.side.count !== to.side.count && faults.length === 0)
    note(`${from.side.count} there and ${to.side.count} here`);
  return { entity, from: from.side, to: to.side, faults };
}

/** Documents that nobody carried, also in collections into which nothing was. @param known as `compare` left it */
export async function strangers(connection: Connection, known: ReadonlyMap<string, number>): Promise<string[]> {
  const faults: string[] = [];
  const filled = await retryWhileAway(() => filledCollections(connection));
  for (const name of new Set([...known.keys(), ...filled])) {
    const carried = known.get(name) ?? 0;
    const kept = await retryWhileAway(() => connection.collection(name).countDocuments({}));
    if (kept !== carried)
      faults.push(`${connection.name}.${name} holds ${kept} documents, of which ${carried} were carried`);
  }
  return faults;
}
