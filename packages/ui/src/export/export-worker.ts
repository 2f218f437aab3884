import type { ExportReply, ExportRequest } from './export-messages.ts';
import { writeJson } from './write-json.ts';
import { writeXlsx } from './write-xlsx.ts';

const reply = (message: ExportReply): void => self.postMessage(message, { transfer: [] });

async function write(request: ExportRequest): Promise<Blob> {
  if (request.format === 'json') return writeJson(request.data);
  return writeXlsx(request.table, (done, total) => reply({ kind: 'progress', done, total }));
}

self.addEventListener('message', (event: MessageEvent<ExportRequest>) => {
  write(event.data).then(
    (blob) => reply({ kind: 'done', blob }),
    (error: unknown) => reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
});
