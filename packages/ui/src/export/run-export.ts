import type { ExportReply, ExportRequest } from './export-messages.ts';

/** Milliseconds after which a download's address is given back. */
const REVOKE_AFTER = 7000;

/**
 * Apart from `new Worker`, so that it is taken as the finished file that it is (build/workers.ts) and not built once
 * more.
 */
const exportWorker = new URL('export-worker-file', import.meta.url);

interface RunOptions {
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

/**
 * Writes a file in a worker (export-worker.ts, built by itself), so that the page never freezes.
 * @throws AbortError when the signal stops it
 */
export function runExport(request: ExportRequest, options: RunOptions = {}): Promise<Blob> {
  return runInWorker(new Worker(exportWorker), request, options);
}

/** The same with another worker that speaks these messages, for formats that a remote brings. */
function runInWorker(worker: Worker, request: unknown, { onProgress, signal }: RunOptions = {}): Promise<Blob> {
  return new Promise<Blob>((resolve, reject) => {
    const stop = (): void => reject(new DOMException('The export was stopped', 'AbortError'));
    if (signal?.aborted === true) return stop();
    signal?.addEventListener('abort', stop, { once: true });
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
    worker.addEventListener('message', (event: MessageEvent<ExportReply>) => {
      if (event.data.kind === 'progress') onProgress?.(event.data.done, event.data.total);
      else if (event.data.kind === 'done') resolve(event.data.blob);
      else reject(new Error(event.data.message));
    });
    worker.postMessage(request, []);
  }).finally(() => worker.terminate());
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
