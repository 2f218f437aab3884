import type { ImportFault, ImportInfo, ImportMapping, ImportPreview } from '@numscope/contracts';
import { ApiFailure } from '@numscope/client';
import { callApi, isPassing, upload } from '@numscope/ui';
import { useEffect, useRef, useState } from 'react';
import { texts } from '../../texts/texts.ts';

const LOOK_MS = 1000;
/** As much of a table as is sent for its first rows; a spreadsheet is sent whole, as its contents stand at its end. */
const BEGIN_BYTES = 1024 * 1024;

export interface ImportState {
  preview: ImportPreview | null;
  /** Of the bytes that are sent, 0 to 100; null while nothing is. */
  sent: number | null;
  info: Pick<ImportInfo, 'profiles' | 'applied' | 'state'> | null;
  faults: ImportFault[];
}

const nothing: ImportState = { preview: null, sent: null, info: null, faults: [] };

const faultsOf = (error: unknown): ImportFault[] =>
  error instanceof ApiFailure && Array.isArray(error.details) ? (error.details as ImportFault[]) : [];

/** The begin of a text file to the end of a line, so that no row of it is half. */
async function beginOf(file: File): Promise<Blob> {
  if (/\.xlsx$/i.test(file.name) || file.size <= BEGIN_BYTES) return file;
  const begin = new Uint8Array(await file.slice(0, BEGIN_BYTES).arrayBuffer());
  const end = begin.lastIndexOf(10);
  return new Blob([end > 0 ? begin.subarray(0, end + 1) : begin]);
}

function formOf(file: Blob, mapping: ImportMapping | undefined): FormData {
  const form = new FormData();
  if (mapping) form.set('mapping', JSON.stringify(mapping));
  form.set('file', file, 'import');
  return form;
}

/** How far an import is that the server has taken; what does not answer for now is asked again. Null while it does not. */
async function lookAt(id: string, signal: AbortSignal): Promise<ImportInfo | null> {
  try {
    return await callApi('getImport', { params: { id } }, { signal, quiet: true });
  } catch (error) {
    if (isPassing(error)) return null;
    throw error;
  }
}

/** One import: its first rows, then all of it, then how far it is. */
export function useImport() {
  const [state, setState] = useState(nothing);
  const gone = useRef(new AbortController());
  /** Of the rows that were asked for last: those of a file or of columns before are not shown any more. */
  const looking = useRef(new AbortController());
  useEffect(() => {
    gone.current = new AbortController();
    return () => {
      gone.current.abort();
      looking.current.abort();
    };
  }, []);
  const patch = (change: Partial<ImportState>): void => setState((now) => ({ ...now, ...change }));

  /** Shows nothing of a file chosen before. */
  const forget = (): void => {
    looking.current.abort();
    patch({ preview: null, faults: [] });
  };

  const preview = async (file: File, mapping?: ImportMapping): Promise<ImportPreview | null> => {
    looking.current.abort();
    const { signal } = (looking.current = new AbortController());
    patch({ faults: [] });
    try {
      const found = await upload('previewImport', formOf(await beginOf(file), mapping), { quiet: true, signal });
      if (signal.aborted) return null;
      patch({ preview: found, faults: found.faults });
      return found;
    } catch (error) {
      if (signal.aborted) return null;
      patch({ preview: null, faults: faultsOf(error) });
      if (faultsOf(error).length === 0 && error instanceof Error)
        patch({ faults: [{ row: 0, message: error.message }] });
      return null;
    }
  };

  /**
   * Sends it. When the window is closed before all of it is sent, nothing of it counts; after that it goes on without.
   * @returns how many are in; null when it was refused, or the window is closed
   */
  const run = async (file: File, mapping: ImportMapping | undefined): Promise<number | null> => {
    const { signal } = gone.current;
    patch({ sent: 0, info: null, faults: [] });
    try {
      const { id, ...answer } = await upload('importProfiles', formOf(file, mapping), {
        quiet: true,
        signal,
        onProgress: (sent, total) => patch({ sent: total > 0 ? (sent / total) * 100 : 0 }),
      });
      let { state: at, imported } = answer;
      while ((at === 'READING' || at === 'APPLYING') && !signal.aborted) {
        const info = await lookAt(id, signal);
        if (info !== null) {
          patch({ info, faults: info.faults });
          ({ state: at, profiles: imported } = info);
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
      if (at === 'WITHDRAWN') patch({ faults: [{ row: 0, message: texts('importBrokenOff') }] });
      return at === 'DONE' ? imported : null;
    } catch (error) {
      const faults = faultsOf(error);
      const message = error instanceof Error ? error.message : String(error);
      patch({ faults: faults.length > 0 ? faults : [{ row: 0, message }] });
      return null;
    } finally {
      patch({ sent: null });
    }
  };

  return { ...state, look: preview, forget, run };
}
