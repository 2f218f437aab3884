import * as z from 'zod';
import * as images from '../images.ts';
import { call } from './call.ts';

const picture = {
  method: 'GET',
  service: 'images',
  access: 'signed-in',
  module: 'Profiler',
  audit: 'IMAGE',
  params: z.object({ id: images.ImageId }),
  returns: 'stream',
  answer: z.unknown(),
} as const;

/** Pictures. */
export const imagesCalls = {
  getImage: call({
    path: '/api/image/{id}',
    ...picture,
    summary: 'A picture',
  }),
  getThumbnail: call({
    path: '/api/image/{id}/thumbnail',
    ...picture,
    summary: 'A picture, small',
  }),
  clearImageStorage: call({
    method: 'POST',
    path: '/api/image/clear-storage',
    service: 'images',
    access: 'ADMIN',
    module: 'Profiler',
    audit: 'IMAGE_CLEAR_STORAGE',
    answer: images.ClearStorageAnswer,
    summary: 'Remove pictures that no profile refers to',
  }),
  storeImage: call({
    method: 'POST',
    path: '/internal/image',
    service: 'images',
    access: 'service',
    services: ['sources', 'profiles'],
    module: null,
    accepts: 'bytes',
    answer: images.StoredImage,
    repeatable: true,
    summary: 'Store a picture that a source sent',
  }),
  readImage: call({
    method: 'GET',
    path: '/internal/image/{id}',
    service: 'images',
    access: 'service',
    services: ['profiles'],
    module: null,
    params: z.object({ id: images.ImageId }),
    returns: 'stream',
    answer: z.unknown(),
    summary: 'A picture, to be carried by an export',
  }),
  knownImages: call({
    method: 'POST',
    path: '/internal/image/known',
    service: 'images',
    access: 'service',
    services: ['profiles'],
    module: null,
    body: images.ImageReferences,
    answer: images.KnownImages,
    repeatable: true,
    summary: 'Which of these pictures are stored',
  }),
};
