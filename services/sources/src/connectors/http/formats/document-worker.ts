import { isDeepStrictEqual } from 'node:util';
import { parentPort } from 'node:worker_threads';
import { cutJson } from './cut-json.ts';
import { SecretMask } from '../secret-mask.ts';
import type { FromDocumentWorker, ToDocumentWorker } from './document-thread.ts';
import { openDocument } from './open-document.ts';
import { UnreadDocument } from './unread-document.ts';

const port = parentPort;
if (!port) throw new Error('this file runs in a worker thread only');

/** As JSON in short pieces, which is read at the other side in a small part of the time. */
function opened({ secrets, ...document }: ToDocumentWorker): FromDocumentWorker {
  const mask = new SecretMask([]);
  for (const secret of secrets) mask.add(secret);
  try {
    const { body, told, raw } = openDocument(document, mask);
    const isSame = told === body || isDeepStrictEqual(told, body);
    return { body: cutJson(body), told: isSame ? null : cutJson(told), raw: raw === document.text ? null : raw };
  } catch (error) {
    return { unread: error instanceof UnreadDocument ? error.message : null };
  }
}

port.on('message', (document: ToDocumentWorker) => port.postMessage(opened(document), []));
