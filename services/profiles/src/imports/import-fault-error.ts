/** What makes a whole import unreadable, in words for whoever sent it. */
export class ImportFaultError extends Error {
  /** The row at which it is, from 1; 0: it is of the whole. */
  readonly row: number;

  constructor(message: string, row = 0) {
    super(message);
    this.name = 'ImportFaultError';
    this.row = row;
  }
}
