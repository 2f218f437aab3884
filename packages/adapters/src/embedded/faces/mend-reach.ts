import type { FaceRecords, FaceVector, NearFace } from '@numscope/platform';

/** What mending needs of the index. */
export interface Mendable {
  /** Those of `faces` that a search for their own vectors does not find, though they are there. */
  lost(faces: readonly FaceVector[]): Promise<string[]>;
  /** Puts in anew those that are there. */
  renew(faces: readonly FaceVector[]): Promise<void>;
  near(vector: Float32Array, count: number): Promise<NearFace[]>;
}

const PART = 500;
/** Searches hold up those of people, so few are made at once. */
const SOUGHT_AT_ONCE = 8;
/** A search is as wide as the answers it is asked for, and finds the same nearest ones however wide, where none is cut off. */
const NEAREST = 10;
const WIDE = 400;
/** Faces looked at around lost ones in one walk: a bound for what must never happen. */
const MOST_AROUND = 10_000;

/** The nearest few by a search so wide. */
async function nearest(index: Mendable, { vector }: FaceVector, wide: number): Promise<string[]> {
  return (await index.near(vector, wide)).slice(0, NEAREST).map(({ id }) => id);
}

/** What lies around a lost face may be found by itself and not from its neighbours: looks at each in turn. */
async function mendAround(lost: FaceVector, index: Mendable, records: FaceRecords, seen: Set<string>): Promise<number> {
  await index.renew([lost]);
  let renewed = 1;
  const around = [lost.id, ...(await nearest(index, lost, WIDE))];
  for (let id = around.pop(); id !== undefined; id = around.pop()) {
    if (seen.has(id) || seen.size >= MOST_AROUND) continue;
    seen.add(id);
    const [face] = await records.byId([id]);
    if (!face) continue;
    const found = new Set(await nearest(index, face, NEAREST));
    const missed = (await nearest(index, face, WIDE)).filter((other) => !found.has(other));
    if (missed.length === 0) continue;
    await index.renew(await records.byId(missed));
    renewed += missed.length;
    around.push(...missed);
  }
  return renewed;
}

/**
 * Finds the faces that no search reaches any more, and puts them in anew. A search of HNSW goes from face to face, and
 * each knows a few near ones alone: of faces unlike all that came after them the last link is dropped by whoever led to
 * them (docs/decisions/face-index.md). Answers how many were put in anew.
 */
export async function mendReach(index: Mendable, records: FaceRecords, signal: AbortSignal): Promise<number> {
  const seen = new Set<string>();
  let renewed = 0;
  for (let page = await records.after('', PART); page.length > 0;) {
    for (let at = 0; at < page.length; at += SOUGHT_AT_ONCE) {
      if (signal.aborted) return renewed;
      const few = page.slice(at, at + SOUGHT_AT_ONCE);
      const lost = new Set(await index.lost(few));
      for (const face of few) if (lost.has(face.id)) renewed += await mendAround(face, index, records, seen);
    }
    page = await records.after(page.at(-1)?.id ?? '', PART);
  }
  return renewed;
}
