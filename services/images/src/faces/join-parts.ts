import { type FaceIndex, reasonOf, type ServiceKit } from '@numscope/platform';
import type { ImageStore } from '../store/image-store.port.ts';

interface Joining {
  store: Pick<ImageStore, 'leads'>;
  index: Pick<FaceIndex, 'join'>;
  kit: Pick<ServiceKit, 'log'>;
}

/** Has the parts of the index joined where that pays; one instance asks for all. */
export async function joinParts({ store, index, kit }: Joining): Promise<void> {
  try {
    if (!(await store.leads())) return;
    const parts = await index.join();
    if (parts > 0)
      kit.log.info(
        { parts },
        'the index of faces lies in many parts: the engine joins them, so that searches are quick',
      );
  } catch (error) {
    kit.log.warn({ reason: reasonOf(error) }, 'the parts of the index of faces were not joined; searches take longer');
  }
}
