import type { ExportPhoto } from './export-document.ts';

const JPEG = 'image/jpeg';
const QUALITY = 0.85;

/** As JPEG, which every program that opens documents knows; what is transparent gets white below. */
async function jpegOf(picture: ImageBitmap): Promise<Blob> {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const pen = canvas.getContext('2d', { alpha: false });
  if (pen === null) throw new Error('This browser draws no pictures in a worker');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.drawImage(picture, 0, 0);
  return canvas.convertToBlob({ type: JPEG, quality: QUALITY });
}

/** The bytes of a picture with its size. @throws when it is none */
export async function readPhoto(blob: Blob, as: 'stored' | 'jpeg'): Promise<ExportPhoto> {
  const picture = await createImageBitmap(blob);
  const { width, height } = picture;
  const file = as === 'stored' || blob.type === JPEG ? blob : await jpegOf(picture);
  picture.close();
  return { type: file.type, bytes: new Uint8Array(await file.arrayBuffer()), width, height };
}
