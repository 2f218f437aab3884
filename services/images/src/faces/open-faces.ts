import type { FaceEncoder } from './face-encoder.port.ts';
import { openFaceEncoder } from './open-encoder.ts';

/** What an operator chose about faces. */
export interface FaceSettings {
  faces: boolean;
  threads: number | undefined;
  /** A folder with a model of the operator's own. */
  modelFolder: string | undefined;
}

/**
 * What the service needs for faces, by the settings. The built-in model is not loaded before the first picture.
 * @throws SettingsError when the operator's model is not what its page says
 */
export async function openFaces({
  faces,
  threads,
  modelFolder,
}: FaceSettings): Promise<{ encoder: FaceEncoder | null }> {
  if (!faces) return { encoder: null };
  if (modelFolder === undefined) return { encoder: openFaceEncoder({ threads }) };
  // Loaded only where there is one.
  const { openOwnModel } = await import('./own-model.ts');
  return { encoder: openFaceEncoder({ threads, own: await openOwnModel(modelFolder) }) };
}
