/**
 * A fault that will pass by itself (an engine or service that is not there): the work is tried again instead of given
 * up.
 */
export class TransientError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TransientError';
  }
}
