import type { ExportDocument, ExportPhoto, WriteDocument } from './export-document.ts';
import type { ExportFormat, ExportReply, ToExportWorker } from './export-messages.ts';
import { readPhoto } from './read-photo.ts';
import { writeJson } from './write-json.ts';

/** How a part of the console makes a document of what the server answered. `given`: what the page knows besides. */
export type MakeDocument<Given> = (data: unknown, given: Given) => ExportDocument;

/** How a format is written, and which pictures stand in it: none, as they are stored, or as JPEG. */
export interface Writer {
  write: WriteDocument;
  photos: 'none' | 'stored' | 'jpeg';
}
export type Writers = Partial<Record<ExportFormat, Writer>>;
type WriteOrder<Given> = Extract<ToExportWorker<Given>, { kind: 'write' }>;

const reply = (message: ExportReply): void => self.postMessage(message, { transfer: [] });
const progress = (done: number, total: number): void => reply({ kind: 'progress', done, total });

/** Asks the page, which alone may, for the pictures of a document. One that cannot be read is left out. */
function photosOf({ records }: ExportDocument, as: 'stored' | 'jpeg'): Promise<Map<string, ExportPhoto>> {
  const wanted = new Set(records.flatMap(({ photos }) => photos));
  const photos = new Map<string, ExportPhoto>();
  if (wanted.size === 0) return Promise.resolve(photos);
  return new Promise((resolve) => {
    self.addEventListener('message', async ({ data }: MessageEvent<ToExportWorker<unknown>>) => {
      if (data.kind !== 'photo') return;
      const photo = data.blob === null ? null : await readPhoto(data.blob, as).catch(() => null);
      if (photo !== null) photos.set(data.id, photo);
      wanted.delete(data.id);
      if (wanted.size === 0) resolve(photos);
    });
    reply({ kind: 'photos', ids: [...wanted] });
  });
}

async function write<Given>(
  { format, data, given }: WriteOrder<Given>,
  make: MakeDocument<Given>,
  writers: Writers,
): Promise<Blob> {
  const answered: unknown = JSON.parse(await data.text());
  if (format === 'json') return writeJson(answered);
  const writer = writers[format];
  if (writer === undefined) throw new Error(`This worker does not write ${format}`);
  const document = make(answered, given);
  const photos = writer.photos === 'none' ? new Map<string, ExportPhoto>() : await photosOf(document, writer.photos);
  return writer.write(document, { photos, progress });
}

/** Lets this worker write the documents of one part of the console in some formats. */
export function serveExport<Given>(make: MakeDocument<Given>, writers: Writers): void {
  self.addEventListener('message', ({ data }: MessageEvent<ToExportWorker<Given>>) => {
    if (data.kind !== 'write') return;
    write(data, make, writers).then(
      (blob) => reply({ kind: 'done', blob }),
      (error: unknown) => reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
  });
}
