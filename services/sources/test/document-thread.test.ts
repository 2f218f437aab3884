import { expect, it } from '@jest/globals';
import { DocumentThread } from '../src/connectors/http/formats/document-thread.ts';
import type { DocumentText, OpenedDocument } from '../src/connectors/http/formats/open-document.ts';
import { SecretMask } from '../src/connectors/http/secret-mask.ts';

const xml = (text: string): DocumentText => ({ text, format: 'xml', columns: new Set() });
const SMALL = xml('<list><name>Anvar</name></list>');
const READ = { list: { name: 'Anvar' } };
const bodiesOf = (read: ReadonlyArray<Promise<OpenedDocument>>) =>
  Promise.allSettled(read.map((opened) => opened.then(({ body }) => body)));

it('a document that takes more memory than is allowed fails alone: those that wait with it, and after it, are read', async () => {
  const thread = new DocumentThread({ heapMb: 48, limitMs: 60_000 });
  const mask = new SecretMask([]);
  const large = xml(`<list>${'<n>A</n>'.repeat(500_000)}</list>`);
  const read = await bodiesOf([SMALL, large, SMALL].map((document) => thread.open(document, mask)));
  expect(read).toEqual([
    { status: 'fulfilled', value: READ },
    { status: 'rejected', reason: expect.objectContaining({ message: 'could not be read' }) },
    { status: 'fulfilled', value: READ },
  ]);
  expect((await thread.open(SMALL, mask)).body).toEqual(READ);
});

it('a document that takes too long is given up, and each after it has its own time', async () => {
  const thread = new DocumentThread({ heapMb: 1024, limitMs: 1 });
  const mask = new SecretMask([]);
  const read = await bodiesOf([SMALL, SMALL].map((document) => thread.open(document, mask)));
  expect(read.map((one) => one.status === 'rejected' && String(one.reason))).toEqual(
    Array(2).fill('UnreadDocument: takes too long to read'),
  );
});

it('sources take turns: who comes with one document waits for one of each other source, not for all that it has', async () => {
  const thread = new DocumentThread({ heapMb: 1024, limitMs: 60_000 });
  const read: string[] = [];
  const open = (source: string, mask: SecretMask) => thread.open(SMALL, mask).then(() => void read.push(source));
  const [a, b, c] = [new SecretMask([]), new SecretMask([]), new SecretMask([])];
  await Promise.all([open('A1', a), open('A2', a), open('A3', a), open('B1', b), open('B2', b), open('C1', c)]);
  expect(read).toEqual(['A1', 'B1', 'C1', 'A2', 'B2', 'A3']);
});
