import { buffer } from 'node:stream/consumers';
import { outgoing, reasonOf, Rounds } from '@numscope/platform';
import type { ImagesContext } from '../deps.ts';
import { imageKey } from '../pictures/blob-keys.ts';
import type { EncodedFace, FaceEncoder } from './face-encoder.port.ts';
import { EncoderEnded, FaceError } from './face-error.ts';
import { faceId } from './face-ids.ts';
import type { Claim, FaceRecord } from './face-store.port.ts';
import { type MeasuredFaces, measureFaces } from './measure-faces.ts';
import { shownFace } from './shown-face.ts';

/** What waits for a thread beside what the threads have, so that none of them waits for a picture to be read. */
const AHEAD = 1;
/** Longer than any picture takes; whoever has one for longer has died. */
const CLAIM_MS = 180_000;
/** Other instances store pictures, and leave behind what they had when they died. */
const ROUND_MS = 5000;
const RETRY_MS = 2000;
/** A picture that ends its thread, or its process, is not tried for ever. */
const MOST_TRIES = 3;
const FORGOTTEN_AT_ONCE = 500;

/**
 * Detects faces on every stored picture once, a few pictures at a time: woken when one was stored. What it had when its process died is
 * looked at after the next start, or by another instance.
 */
export class FaceQueue {
  readonly #context: ImagesContext;
  readonly #encoder: FaceEncoder;
  readonly #told: () => void;
  readonly #measured: MeasuredFaces;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #rounds = new Rounds(() => this.#round());
  #closed = false;
  /** Whether nothing of another model is left. */
  #alone = false;

  /** @param told called when an event waits for the relay */
  constructor(context: ImagesContext, encoder: FaceEncoder, told: () => void) {
    this.#context = context;
    this.#encoder = encoder;
    this.#told = told;
    this.#measured = measureFaces(context.kit, context.store.faces, encoder);
  }

  wake(): void {
    this.#rounds.wake();
  }

  /** Resolves when what is under way now is done with. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }

  /** Gives back what is under way. Close the encoder first, or this waits for it. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#rounds.close();
    await this.settled();
  }

  async #round(): Promise<number> {
    const { store, kit } = this.#context;
    try {
      const room = this.#encoder.threads + AHEAD - this.#underWay.size;
      if (room <= 0 || this.#closed) return ROUND_MS;
      const now = kit.clock.now();
      const claims = await store.faces.claim(this.#encoder.model.id, room, now, now + CLAIM_MS);
      for (const claim of claims) this.#begin(claim);
      if (claims.length === 0 && this.#underWay.size === 0) await this.#forgetOthers();
      return ROUND_MS;
    } catch (error) {
      kit.log.warn({ reason: reasonOf(error) }, 'pictures wait for face detection: the records do not answer');
      return RETRY_MS;
    }
  }

  /** What a former model saw goes when the one in use has looked at everything. */
  async #forgetOthers(): Promise<void> {
    if (this.#alone) return;
    const forgotten = await this.#context.store.faces.dropOthers(this.#encoder.model.id, FORGOTTEN_AT_ONCE);
    this.#alone = forgotten < FORGOTTEN_AT_ONCE;
    if (!this.#alone) this.wake();
  }

  #begin(claim: Claim): void {
    const detection = this.#detect(claim)
      .catch(async (error: unknown) => this.#giveBack(claim, error))
      .finally(() => {
        this.#underWay.delete(claim.id);
        this.wake();
      });
    this.#underWay.set(claim.id, detection);
  }

  async #detect(claim: Claim): Promise<void> {
    const begun = performance.now();
    if (claim.tries > MOST_TRIES) return this.#fail(claim.id, `given up: face detection was begun ${MOST_TRIES} times`);
    const faces = await this.#encode(claim.id);
    if (!faces) return;
    await this.#keep(claim.id, faces);
    this.#measured.detected(faces.length, performance.now() - begun);
  }

  /** Null when the picture is gone, or cannot be looked at. */
  async #encode(id: string): Promise<EncodedFace[] | null> {
    const { blobs } = this.#context;
    const blob = await blobs.get(imageKey(id));
    try {
      if (!blob) throw new FaceError('its bytes are not there');
      return await this.#encoder.encode(await buffer(blob.body));
    } catch (error) {
      if (!(error instanceof FaceError)) throw error;
      await this.#fail(id, error.message);
      return null;
    }
  }

  async #fail(id: string, reason: string): Promise<void> {
    const { store, kit } = this.#context;
    kit.log.warn({ image: id, reason }, 'a picture cannot be looked at for faces');
    await store.faces.fail(id, this.#encoder.model.id, reason);
    this.#measured.failed();
  }

  /** The index is never behind the records: a face that is known to them is found. */
  async #keep(imageId: string, encoded: readonly EncodedFace[]): Promise<void> {
    const { store, index, kit } = this.#context;
    const model = this.#encoder.model.id;
    const faces = encoded.map((face, n): FaceRecord => ({ ...face, id: faceId(imageId, n), imageId, model }));
    const fit = faces.filter(({ quality }) => quality.faults.length === 0);
    if (index && fit.length > 0) await index.add(fit.map(({ id, vector }) => ({ id, vector })));
    const event = outgoing('image.faces', imageId, { id: imageId, model, faces: faces.map(shownFace) });
    const kept = await store.faces.keep(imageId, model, faces, kit.clock.now(), [event]);
    if (kept) this.#told();
    else if (index) await index.remove(fit.map(({ id }) => id));
  }

  /** The fault is not the picture's, as far as is known: somebody tries again, at once where it may be the picture's after all. */
  async #giveBack({ id }: Claim, error: unknown): Promise<void> {
    const { store, kit, settings } = this.#context;
    const tried = error instanceof EncoderEnded && error.begun && !this.#closed;
    if (!this.#closed)
      kit.log.warn({ image: id, reason: reasonOf(error) }, 'face detection on a picture is tried again');
    await store.faces
      .release([id], { tried })
      .catch((fault: unknown) =>
        kit.log.warn({ image: id, reason: reasonOf(fault) }, 'it waits until its claim is over'),
      );
    if (!tried && !this.#closed) {
      const againMs = settings.detectAgainMs ?? RETRY_MS;
      await new Promise((resolve) => setTimeout(resolve, againMs).unref());
    }
  }
}
