import { Worker } from 'node:worker_threads';
import type { EncoderBeginning, FromEncoder, Pixels } from './encoder-protocol.ts';
import type { EncodedFace } from './face-encoder.port.ts';
import { EncoderEnded, FaceError } from './face-error.ts';

/** Beyond that a picture is given up and its thread ended: at usual, one takes about a second. */
const PICTURE_MS = 60_000;
/** A thread has some 450 MB, so it goes when nothing came for a while; beginning it takes half a second. */
const IDLE_MS = 30_000;

interface UnderWay {
  resolve(faces: EncodedFace[]): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** A thread that encodes one picture at a time: begun with the first, ended some time after the last. */
export class EncoderThread {
  readonly #beginning: EncoderBeginning;
  #worker: Worker | undefined;
  /** Whether it has loaded its models. */
  #isReady = false;
  #underWay: UnderWay | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(beginning: EncoderBeginning) {
    this.#beginning = beginning;
  }

  /**
   * Call it when the picture before is done.
   * @throws FaceError for a fault of the picture, EncoderEnded when the thread ended meanwhile
   */
  encode(pixels: Pixels): Promise<EncodedFace[]> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#end(worker, `no answer within ${PICTURE_MS / 1000} s`), PICTURE_MS).unref();
      this.#underWay = { resolve, reject, timer };
      worker.ref();
      worker.postMessage(pixels, [pixels.data.buffer as ArrayBuffer]);
    });
  }

  /** Begins it, and so the loading of the model, for a picture that may come soon. */
  begin(): void {
    if (this.#worker) return;
    this.#worker = this.#start();
    this.#worker.unref();
    this.#rest();
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    if (!worker) return;
    this.#end(worker, 'it was closed');
    await worker.terminate();
  }

  #start(): Worker {
    this.#isReady = false;
    const worker = new Worker(new URL('./encoder-worker.ts', import.meta.url), {
      workerData: this.#beginning,
    });
    worker.on('message', (answer: FromEncoder) => this.#receive(worker, answer));
    worker.on('error', (error) => this.#end(worker, error instanceof Error ? error.message : String(error)));
    worker.on('exit', (code) => this.#end(worker, `it exited with ${code}`));
    return worker;
  }

  #receive(worker: Worker, answer: FromEncoder): void {
    if ('ready' in answer) {
      this.#isReady = true;
      return;
    }
    const underWay = this.#take();
    worker.unref();
    this.#rest();
    if ('faces' in answer) underWay?.resolve(answer.faces);
    else underWay?.reject(new FaceError(answer.error));
  }

  #rest(): void {
    this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
  }

  #take(): UnderWay | undefined {
    const underWay = this.#underWay;
    clearTimeout(underWay?.timer);
    this.#underWay = undefined;
    return underWay;
  }

  /** The next picture begins another worker. */
  #end(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    void worker.terminate();
    this.#take()?.reject(new EncoderEnded(`the thread that looks for faces ended: ${reason}`, this.#isReady));
  }
}
