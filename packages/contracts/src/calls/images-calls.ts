import * as z from 'zod';
import * as faceProviders from '../images/face-providers.ts';
import * as faces from '../images/faces.ts';
import * as images from '../images/images.ts';
import { answersNothing } from '../schemas/values.ts';
import { call } from './call.ts';

const ofUsers = { service: 'images', access: 'signed-in', module: 'Profiler' } as const;
const ofAdministrators = { service: 'images', access: 'ADMIN', module: 'Profiler' } as const;
const ofServices = { service: 'images', access: 'service', module: null } as const;

const picture = {
  method: 'GET',
  ...ofUsers,
  audit: 'IMAGE',
  params: z.object({ id: images.ImageId }),
  returns: 'stream',
  mediaTypes: ['image/jpeg', 'image/png', 'image/webp'],
  answer: z.unknown(),
} as const;

/** Pictures. */
export const imagesCalls = {
  getImage: call({
    path: '/api/image/{id}',
    ...picture,
    tagged: true,
    summary: 'A picture',
  }),
  getThumbnail: call({
    path: '/api/image/{id}/thumbnail',
    ...picture,
    mediaTypes: ['image/webp'],
    tagged: true,
    summary: 'A picture, small',
  }),
  clearImageStorage: call({
    method: 'POST',
    path: '/api/image/clear-storage',
    ...ofAdministrators,
    audit: 'IMAGE_CLEAR_STORAGE',
    costly: true,
    answer: images.ClearStorageAnswer,
    summary: 'Remove pictures that no profile refers to',
  }),
  previewClearImageStorage: call({
    method: 'GET',
    path: '/api/image/clear-storage',
    ...ofAdministrators,
    costly: true,
    answer: faces.ClearStoragePreview,
    summary: 'What clearing the image store would remove now',
  }),
  imageFaces: call({
    ...picture,
    path: '/api/image/{id}/faces',
    returns: 'json',
    answer: faces.ImageFaces,
    summary: 'The faces on a picture',
  }),
  facesState: call({
    method: 'GET',
    path: '/api/image/faces',
    ...ofUsers,
    answer: faces.FacesState,
    summary: 'How far the pictures were looked at for faces, and what a search by picture asks for',
  }),
  acceptFaceNotice: call({
    method: 'POST',
    path: '/api/image/faces/notice',
    ...ofUsers,
    audit: 'IMAGE',
    body: faces.FaceNotice,
    ...answersNothing,
    repeatable: true,
    summary: "Agree to the operator's notice about face search",
  }),
  searchByImage: call({
    method: 'POST',
    path: '/api/profile/image/search',
    ...ofUsers,
    audit: 'IMAGE',
    costly: true,
    accepts: 'multipart',
    form: faces.ImageSearchForm,
    files: ['image'],
    query: faces.ImageSearchQuery,
    answer: faces.ImageSearchAnswer,
    reads: true,
    summary: 'Stored faces that are like those on a picture',
  }),
  similarFaces: call({
    method: 'POST',
    path: '/internal/image/similar-faces',
    ...ofServices,
    services: ['profiles'],
    body: faces.SimilarFacesBody,
    answer: faces.SimilarFacesAnswer,
    repeatable: true,
    summary: 'Faces on other pictures that are like those on these',
  }),
  preparePicture: call({
    method: 'POST',
    path: '/internal/image/prepare',
    ...ofServices,
    services: ['sources'],
    accepts: 'bytes',
    query: faceProviders.PictureSearcher,
    answer: faceProviders.PreparedPicture,
    summary: 'A picture that a user may search by at a provider, cleaned; counted as one of his face searches',
  }),
  storeImage: call({
    method: 'POST',
    path: '/internal/image',
    ...ofServices,
    services: ['sources', 'profiles'],
    accepts: 'bytes',
    answer: images.StoredImage,
    repeatable: true,
    summary: 'Store a picture that a source sent',
  }),
  readImage: call({
    method: 'GET',
    path: '/internal/image/{id}',
    ...ofServices,
    services: ['profiles'],
    params: z.object({ id: images.ImageId }),
    returns: 'stream',
    answer: z.unknown(),
    summary: 'A picture, to be carried by an export',
  }),
  picturesWaiting: call({
    method: 'GET',
    path: '/internal/image/waiting',
    ...ofServices,
    services: ['gateway'],
    answer: faces.PicturesWaiting,
    summary: 'How many pictures wait to be looked at for faces',
  }),
  knownImages: call({
    method: 'POST',
    path: '/internal/image/known',
    ...ofServices,
    services: ['sources', 'profiles'],
    body: images.ImageReferences,
    answer: images.KnownImages,
    repeatable: true,
    summary: 'Which of these pictures, to which profiles are about to refer, are stored',
  }),
};
