/** A picture that the model cannot look at, by its own fault: trying again would end the same. */
export class FaceError extends Error {
  override readonly name = 'FaceError';
}

/** The thread that looked at a picture ended meanwhile. */
export class EncoderEnded extends Error {
  override readonly name = 'EncoderEnded';
  /** Whether it had its models and looked: then the picture may be why. */
  readonly looked: boolean;

  constructor(message: string, looked: boolean) {
    super(message);
    this.looked = looked;
  }
}
