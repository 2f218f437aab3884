import type { ImportFault, ImportInfo, ImportMapping, ImportPreview } from '@numscope/contracts';
import { ApiFailure } from '@numscope/client';
import { callApi, upload } from '@numscope/ui';
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

/** One import: its first rows, then all of it, then how far it is. */
export function useImport() {
  const [state, setState] = useState(nothing);
  const gone = useRef(new AbortController());
  useEffect(() => {
    gone.current = new AbortController();
    return () => gone.current.abort();
  }, []);
  const patch = (change: Partial<ImportState>): void => setState((now) => ({ ...now, ...change }));

  const preview = async (file: File, mapping?: ImportMapping): Promise<ImportPreview | null> => {
    patch({ faults: [] });
    try {
      const found = await upload('previewImport', formOf(await beginOf(file), mapping), { quiet: true });
      patch({ preview: found, faults: found.faults });
      return found;
    } catch (error) {
      patch({ preview: null, faults: faultsOf(error) });
      if (faultsOf(error).length === 0 && error instanceof Error)
        patch({ faults: [{ row: 0, message: error.message }] });
      return null;
    }
  };

  /** @returns how many are in; null when it was refused, or the window is closed */
  const run = async (file: File, mapping: ImportMapping | undefined): Promise<number | null> => {
    patch({ sent: 0, info: null, faults: [] });
    try {
      const { id, ...answer } = await upload('importProfiles', formOf(file, mapping), {
        quiet: true,
        onProgress: (sent, total) => patch({ sent: total > 0 ? (sent / total) * 100 : 0 }),
      });
      let { state: at, imported } = answer;
      while ((at === 'READING' || at === 'APPLYING') && !gone.current.signal.aborted) {
        const info = await callApi('getImport', { params: { id } }, { signal: gone.current.signal });
        patch({ info, faults: info.faults });
        ({ state: at, profiles: imported } = info);
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

  return { ...state, preview: state.preview, look: preview, run };
}
