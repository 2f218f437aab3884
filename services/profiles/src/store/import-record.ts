import type { ImportFault, ImportInfo, ImportState } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { JobRef } from '../domain/observation.ts';
import type { StagedProfile } from '../imports/staged-profile.ts';
import type { IndexWork } from './index-work.ts';
import type { ResolvedPhone } from './resolved-phone.ts';

/** An import as it is begun: by whom, and for which job. */
export interface ImportStart {
  id: string;
  at: number;
  by: string;
  job: JobRef;
}

/**
 * Imports that are over are remembered so long, and no more than so many of them, the newest: whoever asks later what
 * came of one is told that it is not known. The others go when an import begins.
 */
export const remembered = { ms: 90 * 24 * 60 * 60 * 1000, imports: 1000 } as const;

/** States in which an import does not go on, and nothing of what was read for it is needed any more. */
export const OVER = ['DONE', 'REFUSED', 'WITHDRAWN'] as const satisfies ImportState[];

/**
 * How an import stands, and what is needed to go on with it. It counts, as a whole, from the moment when its state is
 * APPLYING; its parts are then put in one after the other.
 */
export interface ImportRecord extends ImportStart {
  state: ImportState;
  profiles: number;
  applied: number;
  parts: number;
  appliedParts: number;
  /** When it began to count, by the clock of events. */
  resolvedAt: number | null;
  audit: OutgoingEvent | null;
  finishedAt: number | null;
  faults: ImportFault[];
}

/** What came of a part of an import; without work nobody is to be told anything. */
export interface AppliedPart {
  work: IndexWork | null;
}

/** Imports, from when they are read until all of them is in. */
export interface ImportStore {
  /** Notes that an import is being read. Its parts wait where nobody sees them. */
  beginImport(start: ImportStart): Promise<void>;
  /** Puts down the next part: `count` profiles as JSON of StagedProfile[]. Rejects when the import was withdrawn. */
  stageImport(id: string, profiles: string, count: number): Promise<void>;
  /** Makes the import count, as a whole; its audit entry goes out with its first part. Rejects as `stageImport`. */
  countImport(id: string, audit: OutgoingEvent | null): Promise<void>;
  /** Withdraws one that does not count yet, with all of its parts. */
  withdrawImport(id: string, faults: ImportFault[]): Promise<void>;
  /** Puts in the next part of one that counts; null when there is none left. Safe to repeat, and beside itself. */
  applyImport(id: string): Promise<AppliedPart | null>;
  /** All parts are in, and in the index. */
  finishImport(id: string): Promise<void>;
  /**
   * Imports that count and that nobody else is putting in. What was being read by a process that is gone is withdrawn
   * besides.
   */
  importsToFinish(): Promise<string[]>;
  /** The newest imports first. */
  imports(limit: number): Promise<ImportInfo[]>;
  importOf(id: string): Promise<ImportInfo | null>;
}

export const newImport = (start: ImportStart): ImportRecord => ({
  ...start,
  state: 'READING',
  profiles: 0,
  applied: 0,
  parts: 0,
  appliedParts: 0,
  resolvedAt: null,
  audit: null,
  finishedAt: null,
  faults: [],
});

export const infoOf = ({ id, state, profiles, applied, by, at, finishedAt, faults }: ImportRecord): ImportInfo => ({
  id,
  state,
  profiles,
  applied,
  by,
  startedAt: at,
  finishedAt,
  faults,
});

/** A part of an import as what was said of its numbers; the same for each time that it is applied. */
export const resolvedOfPart = (
  { id, job, resolvedAt, appliedParts }: ImportRecord,
  profiles: readonly StagedProfile[],
): ResolvedPhone[] =>
  profiles.map(({ phone, identity, observations }, place) => ({
    eventId: `${id}-${appliedParts}-${place}`,
    resolvedAt: resolvedAt ?? 0,
    imported: true,
    ...(identity ? { identity } : {}),
    data: {
      phone,
      job: { ...job, pass: 0 },
      status: 'FOUND',
      observations: observations.map((observation) => ({ ...observation, phone, account: null })),
    },
  }));
