import type { ImportFault, ImportMapping, ImportPreview } from '@numscope/contracts';
import { currentSession, isPassing, onSessionChange, upload } from '@numscope/ui';
import type { ImportProgress } from '@numscope/ui/imports/follow-import.ts';
import { followInTurn, forgetImport, keepImport } from '@numscope/ui/imports/kept-imports.ts';
import { tellEnd, tellImported } from '@numscope/ui/imports/tell-end.ts';
import { useEffect, useRef, useState } from 'react';
import { faultsOf, formOf, runImport } from './run-import.ts';

/** As much of a table as is sent for its first rows; a spreadsheet is sent whole, as its contents stand at its end. */
const BEGIN_BYTES = 1024 * 1024;

export interface ImportState {
  preview: ImportPreview | null;
  /** The first rows could not be asked for, for a reason that passes. */
  mayRetry: boolean;
  /** Percent of the bytes that were sent; null while nothing is sent. */
  sent: number | null;
  info: ImportProgress | null;
  faults: ImportFault[];
  /** Why it is not known how it ends; null: nothing is unknown. */
  unknown: string | null;
}

interface Running {
  control: AbortController;
  isSent: boolean;
  /** The window is closed. */
  isLeft: boolean;
}

const nothing: ImportState = { preview: null, mayRetry: false, sent: null, info: null, faults: [], unknown: null };

/** The begin of a text file to the end of a line, so that no row of it is half. */
async function beginOf(file: File): Promise<Blob> {
  if (/\.xlsx$/i.test(file.name) || file.size <= BEGIN_BYTES) return file;
  const begin = new Uint8Array(await file.slice(0, BEGIN_BYTES).arrayBuffer());
  const end = begin.lastIndexOf(10);
  return new Blob([end > 0 ? begin.subarray(0, end + 1) : begin]);
}

/**
 * One import: its first rows, then all of it, then how far it is. Leaving the window before all of it is sent stops it; after
 * that it goes on, and a notification says how it ended, after a closed page the next time that its sender is here.
 */
export function useImport() {
  const [state, setState] = useState(nothing);
  /** Aborts the preview that was asked for last: rows of an earlier file or choice of columns are not shown any more. */
  const looking = useRef(new AbortController());
  const running = useRef<Running>(null);
  useEffect(
    () => () => {
      looking.current.abort();
      if (running.current === null) return;
      running.current.isLeft = true;
      if (!running.current.isSent) running.current.control.abort();
    },
    [],
  );
  const patch = (change: Partial<ImportState>): void => setState((now) => ({ ...now, ...change }));

  /** Shows nothing of a file chosen before. */
  const forget = (): void => {
    looking.current.abort();
    patch({ preview: null, mayRetry: false, faults: [], unknown: null });
  };

  const look = async (file: File, mapping?: ImportMapping): Promise<ImportPreview | null> => {
    looking.current.abort();
    const { signal } = (looking.current = new AbortController());
    patch({ mayRetry: false, faults: [], unknown: null });
    try {
      const found = await upload('previewImport', formOf(await beginOf(file), mapping), { quiet: true, signal });
      if (signal.aborted) return null;
      patch({ preview: found, faults: found.faults });
      return found;
    } catch (error) {
      if (signal.aborted) return null;
      const mayRetry = isPassing(error);
      // Columns that somebody has chosen stay.
      patch({ mayRetry, faults: faultsOf(error), ...(mayRetry ? {} : { preview: null }) });
      return null;
    }
  };

  /** Sends all of it. @returns whether it is in and the window, which is open still, can close */
  const run = async (file: File, mapping: ImportMapping | undefined): Promise<boolean> => {
    const control = new AbortController();
    const { signal } = control;
    const mine: Running = { control, isSent: false, isLeft: false };
    running.current = mine;
    const unwatch = onSessionChange(() => {
      if (currentSession() === null) control.abort();
    });
    patch({ sent: 0, info: null, faults: [], unknown: null });
    const { promise: hasEnded, resolve: ended } = Promise.withResolvers<void>();
    const userName = currentSession()?.userName;
    let taken: string | null = null;
    const end = await runImport(file, mapping, {
      signal,
      onSent: (sent) => {
        mine.isSent ||= sent >= 100;
        patch({ sent });
      },
      onTaken: (id) => {
        if (userName === undefined) return;
        taken = id;
        keepImport(userName, { id, name: file.name });
        void followInTurn(id, () => hasEnded);
      },
      onProgress: (info) => patch({ info }),
    });
    unwatch();
    // Who is signed out meanwhile is told at the next login.
    if (userName !== undefined && taken !== null && !signal.aborted) forgetImport(userName, taken);
    ended();
    running.current = null;
    patch({ sent: null });
    if (signal.aborted) return false;
    if ('imported' in end) {
      tellImported(end.imported);
      // Another window may be open by then.
      return !mine.isLeft;
    }
    if (mine.isLeft) tellEnd(file.name, end);
    else if ('unknown' in end) patch({ unknown: end.unknown });
    else patch({ faults: end.faults });
    return false;
  };

  return { ...state, look, forget, run };
}
