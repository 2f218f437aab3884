export type { SheetLimits } from './limits.ts';
export { readSheet, type SheetRow } from './read-sheet.ts';
export { SpreadsheetError } from './spreadsheet-error.ts';
export { writeSheet } from './write-sheet.ts';
