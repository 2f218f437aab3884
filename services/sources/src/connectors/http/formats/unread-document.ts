/** A document that is not read although it may be of its format. The message goes on after 'an answer that'. */
export class UnreadDocument extends Error {
  override readonly name = 'UnreadDocument';
}
