import type { ExportFormat, ExportReply, ToExportWorker } from './export-messages.ts';

/** Milliseconds after which a download's address is given back. */
const REVOKE_AFTER = 7000;
/** Pictures that are read at once. */
const PHOTOS_AT_ONCE = 8;

export interface ExportOrder<Given> {
  /** The worker's file, as `new URL(name, import.meta.url)` finds it. */
  worker: URL;
  format: ExportFormat;
  /** The server's answer, unread: reading a thousand profiles would hold the page up. */
  data: Blob;
  /** What the page knows besides: words, the search. */
  given: Given;
}

interface RunOptions {
  onProgress?: (done: number, total: number) => void;
  /** While pictures are read. */
  onPhotos?: (done: number, total: number) => void;
  /** Reads a picture; null: it cannot be had. */
  photo?: (id: string, signal: AbortSignal) => Promise<Blob | null>;
  signal?: AbortSignal;
}

const noPhoto = (): Promise<null> => Promise.resolve(null);

/** Sends a worker the pictures that it asked for. */
async function sendPhotos(
  worker: Worker,
  ids: readonly string[],
  signal: AbortSignal,
  { photo = noPhoto, onPhotos }: RunOptions,
): Promise<void> {
  const left = [...ids];
  let done = 0;
  const read = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined && !signal.aborted; id = left.shift()) {
      const message: ToExportWorker<never> = { kind: 'photo', id, blob: await photo(id, signal) };
      worker.postMessage(message, []);
      done += 1;
      onPhotos?.(done, ids.length);
    }
  };
  await Promise.all(Array.from({ length: PHOTOS_AT_ONCE }, read));
}

/**
 * Writes a file in a worker (serve-export.ts), so that the page never freezes.
 * @throws AbortError when the signal stops it; Error with the worker's own words
 */
export function runExport<Given>({ worker: file, ...order }: ExportOrder<Given>, options: RunOptions): Promise<Blob> {
  const { signal, onProgress } = options;
  const over = new AbortController();
  const worker = new Worker(file);
  return new Promise<Blob>((resolve, reject) => {
    const stop = (): void => reject(new DOMException('The export was stopped', 'AbortError'));
    if (signal?.aborted === true) return stop();
    signal?.addEventListener('abort', stop, { once: true });
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
    worker.addEventListener('message', ({ data }: MessageEvent<ExportReply>) => {
      if (data.kind === 'progress') onProgress?.(data.done, data.total);
      else if (data.kind === 'photos') sendPhotos(worker, data.ids, over.signal, options).catch(reject);
      else if (data.kind === 'done') resolve(data.blob);
      else reject(new Error(data.message));
    });
    const message: ToExportWorker<Given> = { kind: 'write', ...order };
    worker.postMessage(message, []);
  }).finally(() => {
    over.abort();
    worker.terminate();
  });
}

/** Hands a file to the browser's downloads. */
export function download(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER);
}
