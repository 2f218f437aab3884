/** What makes a whole import unreadable, in words for whoever sent it. */
export class ImportFaultError extends Error {
  /** Whether the bytes are no text that can be decoded. */
  readonly isUndecodable: boolean;

  constructor(message: string, isUndecodable = false) {
    super(message);
    this.name = 'ImportFaultError';
    this.isUndecodable = isUndecodable;
  }
}
