/**
 * `NOT_XLSX`: another kind of file. `ENCRYPTED`: locked by a password. `DAMAGED`: a workbook that cannot be read on.
 * `TOO_LARGE`: beyond a limit.
 */
export type SpreadsheetFault = 'NOT_XLSX' | 'ENCRYPTED' | 'DAMAGED' | 'TOO_LARGE';

/** Why a file is not read as a spreadsheet; the message says what to do about it. */
export class SpreadsheetError extends Error {
  readonly fault: SpreadsheetFault;

  constructor(fault: SpreadsheetFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SpreadsheetError';
    this.fault = fault;
  }
}

export const damaged = (what: string, cause?: unknown): SpreadsheetError =>
  new SpreadsheetError(
    'DAMAGED',
    `the spreadsheet is damaged: ${what}. Open it in a spreadsheet program and save it anew`,
    cause,
  );

export const tooLarge = (what: string): SpreadsheetError =>
  new SpreadsheetError('TOO_LARGE', `the spreadsheet is too large: ${what}`);
