import { calls, ImageSearchAnswer } from '@numscope/contracts';
import { type Portrait, portrait } from '@numscope/testing/portraits';
import { askUntil } from '@numscope/testing/ask-until';
import type { Api } from './api.ts';

/** Searches by a picture, as the console does. */
export async function searchByPicture(
  { url, token }: Pick<Api, 'url' | 'token'>,
  image: Uint8Array,
  purpose?: string,
): Promise<ImageSearchAnswer> {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(image)]), 'picture.jpg');
  if (purpose !== undefined) form.set('purpose', purpose);
  const response = await fetch(`${url}${calls.searchByImage.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return ImageSearchAnswer.parse(await response.json());
}

/** Pictures that an answer found, best first. */
export const imagesOf = ({ faces }: ImageSearchAnswer): string[] =>
  faces.flatMap(({ faceMatch }) => faceMatch?.face.externalImageId ?? []);

/**
 * Searches by a portrait until so many pictures are found: after a start the index of vectors is made of the records.
 */
export async function searchUntilFound(api: Api, name: Portrait, pictures: number): Promise<ImageSearchAnswer> {
  return askUntil(
    () => searchByPicture(api, portrait(name)),
    (answer) => imagesOf(answer).length >= pictures,
    { everyMs: 250 },
  );
}
