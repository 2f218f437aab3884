import { type FaceVector, reasonOf } from '@numscope/platform';
import type { Compared } from './compare-index.ts';
import type { FaceRecord } from './face-store.port.ts';

const vectorOf = ({ id, vector }: FaceRecord): FaceVector => ({ id, vector });

/** Lets the index bring faces back within a search's reach, where it says that some may have gone out of it. */
export async function mendIndex({ store, index, kit, model }: Compared, signal: AbortSignal): Promise<void> {
  const byId = async (ids: readonly string[]): Promise<FaceVector[]> =>
    (await store.faces.facesById([...ids], model)).map(vectorOf);
  const records = {
    byId,
    after: async (id: string, limit: number) => byId(await store.faces.fitIdsAfter(id, limit, model)),
  };
  try {
    const faces = await index.mend(records, signal);
    if (faces > 0) kit.log.info({ faces }, 'faces that no search reached any more are found again');
  } catch (error) {
    if (!signal.aborted) kit.log.warn({ reason: reasonOf(error) }, "faces may be out of a search's reach; tried again");
  }
}
