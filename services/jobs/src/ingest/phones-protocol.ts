import type { ErrorCode } from '@numscope/contracts';
import type { PhoneRows } from '../store/job-store.port.ts';

/** How an upload is to be read. */
export interface UploadOptions {
  /** ISO code; national numbers are read as of there. */
  region: string | null;
  skipInvalidLines: boolean;
  /** Takes phones as people write them, and spreadsheets. */
  clean: boolean;
}

export interface Fault {
  code: ErrorCode;
  details?: unknown;
}

/** What was read. Counts in phones; `skippedLines` in lines. */
export interface UploadSummary {
  /** All phone cells, repeats included. */
  read: number;
  skippedLines: number;
  /** Numbers whose E.164 form is written otherwise than the cell: they belong somewhere else in the order. */
  moved: Float64Array;
}

/**
 * To the worker. `upload` tells uploads apart. Pieces are handed over, and come back with `piece-done` to be used
 * again.
 */
export type ToWorker =
  | { type: 'begin'; upload: number; options: UploadOptions }
  | { type: 'piece'; upload: number; buffer: ArrayBuffer; length: number }
  | { type: 'end'; upload: number }
  | { type: 'next'; upload: number }
  | { type: 'drop'; upload: number };

export type FromWorker =
  | { type: 'piece-done'; upload: number; buffer: ArrayBuffer; fault: Fault | null }
  | { type: 'read'; upload: number; fault: Fault | null; summary: Omit<UploadSummary, 'moved'> | null }
  | { type: 'slice'; upload: number; slice: PhoneRows | null; moved: Float64Array | null }
  | { type: 'broken'; upload: number; message: string };
