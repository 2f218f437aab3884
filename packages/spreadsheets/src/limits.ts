/** How much of a spreadsheet is read before it is refused as too large. All are whole numbers. */
export interface SheetLimits {
  /** Bytes of the file itself, when it comes as a stream. */
  fileBytes: number;
  /** Rows that have a cell. */
  rows: number;
  /** Cells of one row, those left out before the last among them. */
  cells: number;
  /** Characters of one cell. */
  cellChars: number;
  /** Characters of one row, those of shared texts as often as its cells refer to them. */
  rowChars: number;
  /** Bytes of all that is unpacked of the file, and characters of all its cells: a shared text counts as often as it is referred to. */
  unzippedBytes: number;
  /** Bytes that one byte of the file may become, for parts of more than a megabyte. */
  ratio: number;
  /** Characters of the texts that cells share: they are held in memory while the sheet is read. */
  sharedChars: number;
}

/** A full sheet of a spreadsheet program has 1,048,576 rows. Repeated rows pack to a fortieth, a bomb to a thousandth. */
export const sheetLimits: Readonly<SheetLimits> = {
  fileBytes: 500 * 1024 * 1024,
  rows: 1_048_576,
  cells: 1000,
  // Excel takes 32,767 in UTF-16; some programs that write its files count what takes two of them as one.
  cellChars: 2 * 32_767,
  rowChars: 16 * 1024 * 1024,
  unzippedBytes: 8 * 1024 ** 3,
  ratio: 250,
  sharedChars: 128 * 1024 * 1024,
};
