/** A row of a file that is imported. */
export interface FileRow {
  row: Record<string, unknown>;
  /** The cells of a table by the names of its columns, and not a profile as exported. */
  hasColumns: boolean;
}
