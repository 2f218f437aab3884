import { Worker } from 'node:worker_threads';
import { type CutJson, joinJson } from './cut-json.ts';
import type { SecretMask } from '../secret-mask.ts';
import type { DocumentText, OpenedDocument } from './open-document.ts';
import { UnreadDocument } from './unread-document.ts';

export interface ToDocumentWorker extends DocumentText {
  /** What is masked. */
  secrets: string[];
}
/** `told` null: as the body; `raw` null: as the text. `unread`: why it is not read, null: it is not of its format. */
export type FromDocumentWorker =
  | { body: CutJson; told: CutJson | null; raw: string | null }
  | { unread: string | null };

type Waiting = PromiseWithResolvers<OpenedDocument> & { document: DocumentText; mask: SecretMask };

interface Bounds {
  /** Memory for one document while it is read: one of XML of 8 MB takes some 400 MB. */
  heapMb: number;
  /** Time to read one document, from when its turn came. */
  limitMs: number;
}

const BOUNDS: Bounds = { heapMb: 1024, limitMs: 60_000 };
const IDLE_MS = 5000;

/**
 * The thread that reads long documents of all sources, one after the other: begun with the first, ended some time after
 * the last. Sources take turns, so that one whose documents are slow holds up each of the others by one document alone.
 * A document that takes more than is allowed ends the thread, and fails alone: a new thread reads the others.
 */
export class DocumentThread {
  readonly #bounds: Bounds;
  /** Keyed by the mask of their source: each has its own. */
  readonly #waiting = new Map<SecretMask, Waiting[]>();
  #reading: Waiting | undefined;
  #worker: Worker | undefined;
  /** Ends the thread: where the document takes too long, or where there is none. */
  #timer: NodeJS.Timeout | undefined;

  constructor(bounds = BOUNDS) {
    this.#bounds = bounds;
  }

  /** What `openDocument` makes of it. @throws UnreadDocument also when it takes more than is allowed; see there */
  open(document: DocumentText, mask: SecretMask): Promise<OpenedDocument> {
    const waiting = { document, mask, ...Promise.withResolvers<OpenedDocument>() };
    const ofSource = this.#waiting.get(mask);
    if (ofSource) ofSource.push(waiting);
    else this.#waiting.set(mask, [waiting]);
    if (!this.#reading) this.#readNext();
    return waiting.promise;
  }

  #readNext(): void {
    clearTimeout(this.#timer);
    this.#reading = this.#next();
    if (!this.#reading) {
      this.#worker?.unref();
      this.#timer = setTimeout(() => this.#end(), IDLE_MS).unref();
      return;
    }
    const { document, mask } = this.#reading;
    const worker = (this.#worker ??= this.#start());
    // Whoever waits for it alone, as a command does, must not end meanwhile.
    worker.ref();
    worker.postMessage({ ...document, secrets: mask.secrets } satisfies ToDocumentWorker, []);
    this.#timer = setTimeout(() => this.#lose(worker, 'takes too long to read'), this.#bounds.limitMs);
  }

  /** The next document of the source that has waited longest; a source whose document was just read comes last. */
  #next(): Waiting | undefined {
    const had = this.#reading?.mask;
    const more = had && this.#waiting.get(had);
    if (more) {
      this.#waiting.delete(had);
      this.#waiting.set(had, more);
    }
    for (const [mask, documents] of this.#waiting) {
      const next = documents.shift();
      if (documents.length === 0) this.#waiting.delete(mask);
      return next;
    }
    return undefined;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./document-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#bounds.heapMb },
    });
    worker.on('message', (answer: FromDocumentWorker) => this.#settle(worker, answer));
    // An error is followed by the exit.
    worker.on('error', () => undefined);
    worker.on('exit', () => this.#lose(worker, 'could not be read'));
    return worker;
  }

  #settle(worker: Worker, answer: FromDocumentWorker): void {
    if (this.#worker !== worker || !this.#reading) return;
    const { resolve, reject, document } = this.#reading;
    if ('body' in answer) resolve(openedOf(answer, document));
    else reject(answer.unread === null ? new Error('not of its format') : new UnreadDocument(answer.unread));
    this.#readNext();
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }

  /** @param why as words after 'an answer that' */
  #lose(worker: Worker, why: string): void {
    if (this.#worker !== worker) return;
    this.#end();
    this.#reading?.reject(new UnreadDocument(why));
    this.#readNext();
  }
}

async function openedOf(
  { body: cut, told, raw }: Extract<FromDocumentWorker, { body: CutJson }>,
  { text }: DocumentText,
): Promise<OpenedDocument> {
  const body = await joinJson(cut);
  return { body, told: told === null ? body : await joinJson(told), raw: raw ?? text };
}

/** One thread for all sources: it reads their long documents one after the other. */
export const documentThread = new DocumentThread();
