import { parentPort } from 'node:worker_threads';
import { SecretMask } from '../secret-mask.ts';
import type { FromDocumentWorker, ToDocumentWorker } from './document-thread.ts';
import { openDocument } from './open-document.ts';
import { UnreadDocument } from './unread-document.ts';

const port = parentPort;
if (!port) throw new Error('this file runs in a worker thread only');

/** As JSON, which is read at the other side in a small part of the time. */
function opened({ secrets, ...document }: ToDocumentWorker): FromDocumentWorker {
  const mask = new SecretMask([]);
  for (const secret of secrets) mask.add(secret);
  try {
    const { body, told, raw } = openDocument(document, mask);
    const json = JSON.stringify(body);
    const toldJson = told === body ? json : JSON.stringify(told);
    return { body: json, told: toldJson === json ? null : toldJson, raw: raw === document.text ? null : raw };
  } catch (error) {
    return { unread: error instanceof UnreadDocument ? error.message : null };
  }
}

port.on('message', (document: ToDocumentWorker) => port.postMessage(opened(document), []));
