import type { CallAnswer } from '@numscope/client';
import type { ImportFault, ImportInfo } from '@numscope/contracts';
import { callApi } from '../net/call-api.ts';
import { isPassing } from '../net/heal-queries.ts';
import { brokenOff } from './fault-text.ts';

const LOOK_MS = 1000;

/** How far an import is that the server has taken. */
export type ImportProgress = Pick<ImportInfo, 'profiles' | 'applied' | 'state'>;

/**
 * How many profiles are in; or what is wrong, and then none is; or why it is not known how it ends: all of it was sent, and may
 * well count.
 */
export type ImportEnd = { imported: number } | { faults: ImportFault[] } | { unknown: string };

interface FollowOptions {
  signal: AbortSignal;
  onProgress?: (progress: ImportProgress) => void;
}

/** Why something failed, in words. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** How far an import is that the server has taken; what does not answer for now is asked again. Null while it does not. */
async function lookAt(id: string, signal: AbortSignal): Promise<ImportInfo | null> {
  try {
    return await callApi('getImport', { params: { id } }, { signal, quiet: true });
  } catch (error) {
    if (isPassing(error)) return null;
    throw error;
  }
}

/** @throws ApiFailure when it cannot be asked for; what the signal says */
async function endOf(
  { id, state, imported }: CallAnswer<'importProfiles'>,
  { signal, onProgress }: FollowOptions,
): Promise<ImportEnd> {
  let at: ImportProgress & { faults: ImportFault[] } = { state, profiles: imported, applied: 0, faults: [] };
  while (at.state === 'READING' || at.state === 'APPLYING') {
    signal.throwIfAborted();
    const info = await lookAt(id, signal);
    if (info !== null) {
      onProgress?.(info);
      at = info;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  if (at.state === 'DONE') return { imported: at.profiles };
  return { faults: at.faults.length > 0 ? at.faults : brokenOff() };
}

/** How an import ends that the server has taken. */
export async function followImport(taken: CallAnswer<'importProfiles'>, options: FollowOptions): Promise<ImportEnd> {
  try {
    return await endOf(taken, options);
  } catch (error) {
    return { unknown: messageOf(error) };
  }
}
