import { ApiError, apiError, ImageSearchForm } from '@numscope/contracts';
import { bytesOf, formParts } from '@numscope/platform';
import type { FastifyRequest } from 'fastify';

/** @throws ApiError IMAGE_TOO_LARGE, UPLOAD_BROKEN */
async function pictureOf(file: Parameters<typeof bytesOf>[0]): Promise<Buffer> {
  try {
    return await bytesOf(file);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'BODY_TOO_LARGE')
      throw apiError('IMAGE_TOO_LARGE', { cause: error });
    throw error;
  }
}

/**
 * The picture of a form, and what the search is for.
 * @throws ApiError NOT_AN_IMAGE when there is none, IMAGE_TOO_LARGE, INVALID, UPLOAD_BROKEN
 */
export async function readSearchForm(request: FastifyRequest): Promise<{ image: Buffer; purpose: string | undefined }> {
  if (!request.isMultipart()) throw apiError('NOT_AN_IMAGE', { status: 400 });
  let image: Buffer | undefined;
  let text: string | undefined;
  for await (const part of formParts(request)) {
    if ('file' in part) {
      const bytes = await pictureOf(part.file);
      if (part.field === 'image') image = bytes;
    } else if (part.field === 'purpose') text = part.text;
  }
  if (!image || image.byteLength === 0) throw apiError('NOT_AN_IMAGE', { status: 400 });
  const form = ImageSearchForm.safeParse({ purpose: text });
  if (form.success) return { image, purpose: form.data.purpose || undefined };
  throw apiError('INVALID', { details: [{ field: 'purpose', message: 'must have at most 1000 characters' }] });
}
