import { Readable } from 'node:stream';

/**
 * The body of a request on its way on. Nothing is read before somebody asks for it, so that a body that went nowhere
 * can still go elsewhere; and whoever destroys this leaves the request itself alone, which has yet to be answered.
 */
export class UnreadBody extends Readable {
  readonly #request: Readable;
  #begun = false;
  /** Of this and of those that took its place. */
  readonly #onItsWay: { passedOn: boolean };

  /** Aborted where what became of the whole body is to be given up, too. */
  readonly callerGone: AbortSignal | undefined;

  constructor(request: Readable, callerGone?: AbortSignal, onItsWay = { passedOn: false }) {
    super();
    this.#request = request;
    this.callerGone = callerGone;
    this.#onItsWay = onItsWay;
  }

  /** Whether anything of it was sent, before which not even the headers of its request are. */
  get passedOn(): boolean {
    return this.#onItsWay.passedOn;
  }

  /** Whether any of it may have been sent. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Another to send, because the one that went nowhere was thrown away. */
  anew(): UnreadBody {
    return new UnreadBody(this.#request, this.callerGone, this.#onItsWay);
  }

  override _read(): void {
    if (!this.#begun) this.#begin();
    this.#request.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#request.off('data', this.#take);
    done(error);
  }

  #begin(): void {
    this.#begun = true;
    this.#request
      .on('data', this.#take)
      .once('end', () => this.push(null))
      .once(
        'close',
        () => this.#request.readableEnded || this.destroy(new Error('the caller went before the end of the body')),
      );
  }

  readonly #take = (chunk: Buffer): void => {
    this.#onItsWay.passedOn = true;
    if (!this.push(chunk)) this.#request.pause();
  };
}
