import { openFaces as openEncoder } from '@numscope/images/faces';
import type { FaceIndex, Logger, Shutdown } from '@numscope/platform';
import { openVectors } from './open-vectors.ts';
import type { Settings } from './settings.ts';

export interface Faces {
  /** Null: faces are turned off. */
  encoder: Awaited<ReturnType<typeof openEncoder>>['encoder'];
  index: FaceIndex | null;
}

/**
 * Begins to open what finds faces, in a thread beside all else that a start opens: the vectors of a million are read for
 * a second. Whoever needs them waits for them, and hears of a fault.
 */
export function openFaces(settings: Settings, log: Logger, shutdown: Shutdown): Promise<Faces> {
  const open = async (): Promise<Faces> => {
    const { encoder } = await openEncoder({
      faces: settings.faces,
      threads: settings.faceThreads ?? undefined,
      modelFolder: settings.faceModel ?? undefined,
    });
    return { encoder, index: await openVectors(settings, encoder && encoder.model, log) };
  };
  const opening = open();
  const opened = opening.catch(() => null);
  shutdown.add('vectors of faces', async () => (await opened)?.index?.close());
  return opening;
}
