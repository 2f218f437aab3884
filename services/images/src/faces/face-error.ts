/** A picture that the model cannot look at, by its own fault: trying again would end the same. */
export class FaceError extends Error {
  override readonly name = 'FaceError';
}

/** The thread that detected faces on a picture ended meanwhile. */
export class EncoderEnded extends Error {
  override readonly name = 'EncoderEnded';
  /** Whether it had its models and had begun: then the picture may be why. */
  readonly begun: boolean;

  constructor(message: string, begun: boolean) {
    super(message);
    this.begun = begun;
  }
}
