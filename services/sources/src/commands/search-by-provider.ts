import { hash } from 'node:crypto';
import {
  apiError,
  calls,
  type FaceProvider,
  limits,
  type ProviderSearch,
  type ProviderSearchAnswer,
} from '@numscope/contracts';
import type { AuditScope, Identity, ServiceClient } from '@numscope/platform';
import type { Providers } from '../providers/providers.ts';

const PREPARE_MS = 30_000;
const dataUrl = /^data:image\/(?:jpeg|png);base64,/;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** @throws ApiError NOT_AN_IMAGE, IMAGE_TOO_LARGE */
function bytesOf(image: string): Uint8Array {
  const text = image.replace(dataUrl, '').replaceAll(/\s/g, '');
  if (!base64.test(text)) throw apiError('NOT_AN_IMAGE', { details: { image: 'is no base64' } });
  const content = Buffer.from(text, 'base64');
  if (content.byteLength > limits.personPhotoBytes)
    throw apiError('IMAGE_TOO_LARGE', { details: { bytes: content.byteLength, most: limits.personPhotoBytes } });
  return content;
}

export interface ProviderSearchParts {
  providers: Providers;
  client: ServiceClient;
}

/**
 * Searches for the faces of a picture at a provider of the operator's. The provider is sent the cleaned picture alone;
 * the audit keeps its hash and the purpose.
 * @throws ApiError NOT_CONFIGURED, PURPOSE_REQUIRED, NOT_AN_IMAGE, IMAGE_TOO_LARGE, FACES_OFF, FACE_NOTICE, FACE_SEARCHES
 */
export async function searchByProvider(
  { providers, client }: ProviderSearchParts,
  provider: FaceProvider,
  asked: ProviderSearch,
  { identity, requestId, audit }: { identity: Identity | null; requestId: string; audit: AuditScope },
): Promise<ProviderSearchAnswer> {
  if (!identity) throw apiError('UNAUTHORIZED');
  audit.add({ provider });
  const { cost } = providers.configOf(provider);
  const content = 'image' in asked ? bytesOf(asked.image) : new Uint8Array();
  // A search that is refused is told of by its picture, too; one by a stored picture by that one's id.
  if ('image' in asked) audit.add({ sha256: hash('sha256', content, 'hex') });
  const picture = await client.call(calls.preparePicture, {
    query: {
      userId: identity.userId,
      hasPurpose: asked.purpose !== undefined,
      ...('imageId' in asked ? { imageId: asked.imageId } : {}),
    },
    bytes: { content, contentType: 'application/octet-stream' },
    timeoutMs: PREPARE_MS,
    requestId,
  });
  audit.add({ sha256: picture.sha256 });
  const matches = await providers.search(provider, picture);
  audit.add({ matches: matches.length });
  return { provider, matches, cost };
}
