/** A picture that the model cannot look at, by its own fault: trying again would end the same. */
export class FaceError extends Error {
  override readonly name = 'FaceError';
}

/** The thread that looked at a picture ended meanwhile, perhaps because of the picture. */
export class EncoderEnded extends Error {
  override readonly name = 'EncoderEnded';
}
