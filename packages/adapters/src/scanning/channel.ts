/** What a scanner has found: nothing, or something, as it calls it. */
export type Verdict = { isClean: true } | { isClean: false; threat: string };

/** The way of one file to a scanner. */
export interface Channel {
  /** Resolves once the bytes have left. Fails where the scanner takes no more; why, `verdict` says. */
  send(piece: Uint8Array): Promise<void>;
  /** Says that this was all. */
  finish(): void;
  /** Comes when the scanner has answered, be it before the end of the file; fails where it gave no answer that counts. */
  verdict: Promise<Verdict>;
  /** Ends it at once, however far it is; may be called again. */
  destroy(): void;
}

/** A text of a scanner's, as it may stand in a log. */
export const shown = (text: string): string =>
  text
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 200);
