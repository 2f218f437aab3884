import type { ImportFault, ImportMapping } from '@numscope/contracts';
import { ApiFailure, type CallAnswer } from '@numscope/client';
import { askBeforeLeaving, upload } from '@numscope/ui';
import { ofAll } from '@numscope/ui/imports/fault-text.ts';
import { followImport, type ImportEnd, type ImportProgress, messageOf } from '@numscope/ui/imports/follow-import.ts';

interface RunOptions {
  signal: AbortSignal;
  /** Called with the percentage of bytes sent, 0 to 100. */
  onSent: (percent: number) => void;
  /** Told once the server has taken it, with its id. */
  onTaken: (id: string) => void;
  onProgress: (progress: ImportProgress) => void;
}

/** What is wrong by row, or with all of it. */
export function faultsOf(error: unknown): ImportFault[] {
  const details = error instanceof ApiFailure && Array.isArray(error.details) ? (error.details as ImportFault[]) : [];
  return details.length > 0 ? details : ofAll(messageOf(error));
}

/** Whether the server said no: any other failure, as a line that drops, leaves open what it does with all that it has. */
const isRefusal = (error: unknown): boolean => error instanceof ApiFailure && error.status >= 400 && error.status < 500;

export function formOf(file: Blob, mapping: ImportMapping | undefined): FormData {
  const form = new FormData();
  if (mapping) form.set('mapping', JSON.stringify(mapping));
  form.set('file', file, 'import');
  return form;
}

/**
 * Sends a file of profiles and follows it to its end. When the signal stops it before all of it is sent, nothing of it
 * counts; after that it goes on without.
 */
export async function runImport(
  file: File,
  mapping: ImportMapping | undefined,
  { signal, onSent, onTaken, onProgress }: RunOptions,
): Promise<ImportEnd> {
  let isSent = false;
  let taken: CallAnswer<'importProfiles'>;
  try {
    taken = await askBeforeLeaving(
      upload('importProfiles', formOf(file, mapping), {
        quiet: true,
        signal,
        onProgress: (sent, total) => {
          isSent ||= total > 0 && sent >= total;
          onSent(total > 0 ? (sent / total) * 100 : 0);
        },
      }),
    );
  } catch (error) {
    return isSent && !isRefusal(error) ? { unknown: messageOf(error) } : { faults: faultsOf(error) };
  }
  onSent(100);
  onTaken(taken.id);
  return followImport(taken, { signal, onProgress });
}
