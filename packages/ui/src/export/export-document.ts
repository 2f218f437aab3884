import type { CellList } from '@numscope/contracts/list-cell';

/** Who says a value. Times are written out, in UTC; `observedAt` null where the source does not tell when it was so. */
export interface Said {
  source: string;
  at: string;
  observedAt: string | null;
  cached: boolean;
}

export interface ExportValue {
  value: string | number;
  said: readonly Said[];
}

/**
 * What each record may have: its name for programs, its heading for people, its width in characters. `cell`: what an
 * import reads in a cell of it, one text or a list; without it nothing does.
 */
export interface ExportColumn {
  name: string;
  heading: string;
  width: number;
  cell?: 'text' | CellList;
}

export interface ExportRecord {
  id: string;
  heading: string;
  /** What everybody who sees the record must know, such as that the person is made up; null: nothing. */
  mark: string | null;
  /** Ids of pictures, the best first. */
  photos: readonly string[];
  /** For each column, in their order; empty where nothing is known. */
  values: readonly (readonly ExportValue[])[];
}

/** What writers say themselves, in the language of the document. */
export interface DocumentWords {
  photo: string;
  /** Names of a workbook's sheets: what is exported, and what is said of the export. */
  records: string;
  about: string;
  /** In place of characters that the font of a PDF has not. */
  otherScript: string;
  /** Said below when that happened. */
  otherScriptNote: string;
}

/** The name of the list of who says what, and its heads. */
export interface ProvenanceWords {
  title: string;
  record: string;
  field: string;
  value: string;
  source: string;
  asked: string;
  observed: string;
  cached: string;
}

/** What stands above the records: what was searched, what for, how many of how many, by whom and when. */
export interface ExportFact {
  name: string;
  label: string;
  value: string;
}

/** What is exported, the same for every format. It is made in the reader's language; writers add no words of their own. */
export interface ExportDocument {
  /** A language tag of BCP 47. */
  language: string;
  title: string;
  facts: readonly ExportFact[];
  columns: readonly ExportColumn[];
  records: readonly ExportRecord[];
  words: DocumentWords;
  /** Null where nobody says anything of the values. */
  provenance: ProvenanceWords | null;
}

/** A picture; its size is in pixels. */
export interface ExportPhoto {
  /** Its media type. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

export interface WriteOptions {
  /** Pictures by their ids; what could not be had is not among them. */
  photos: ReadonlyMap<string, ExportPhoto>;
  /** After some records. */
  progress: (done: number, total: number) => void;
}

/** Writes a document in one format. */
export type WriteDocument = (document: ExportDocument, options: WriteOptions) => Promise<Blob>;
