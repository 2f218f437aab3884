import { apiError, calls, type FaceModel, type FacesState, type ImageFaces } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { openNotice } from '../commands/admit-search.ts';
import type { ImagesContext } from '../deps.ts';
import type { FaceEncoder } from '../faces/face-encoder.port.ts';
import { shownFace } from '../faces/shown-face.ts';

async function facesOf(id: string, { store, encoder }: ImagesContext): Promise<ImageFaces> {
  if (!(await store.find(id))) throw apiError('NOT_FOUND');
  if (!encoder) return { state: 'OFF', faces: [] };
  const model = encoder.model.id;
  const state = (await store.faces.statesOf([id], model)).get(id) ?? 'WAITING';
  const faces = state === 'LOOKED' ? await store.faces.facesOf([id], model) : [];
  return { state, faces: faces.map(shownFace) };
}

async function stateOf(userId: string, context: ImagesContext): Promise<FacesState> {
  const { encoder, settings } = context;
  const [{ looked, waiting, failed, faces }, indexed] = await Promise.all([context.counts(), context.indexed()]);
  return {
    enabled: encoder !== null,
    model: encoder && shownModel(encoder),
    pictures: { looked, waiting, failed },
    faces,
    indexed,
    notice: encoder && (await openNotice(userId, context)),
    purposeRequired: settings.requirePurpose,
    searchesPerHour: settings.faceSearchesPerHour,
  };
}

/** Without what only the index needs to know. */
function shownModel({ model: { length: _length, ...model } }: FaceEncoder): FaceModel {
  return model;
}

export function addFaceRoutes(app: FastifyInstance, deps: ImagesContext): void {
  route(app, calls.imageFaces, ({ params }) => facesOf(params.id, deps));
  route(app, calls.picturesWaiting, async () => ({ enabled: deps.encoder !== null, waiting: await deps.waiting() }));
  route(app, calls.facesState, ({ identity }) => stateOf(identity?.userId ?? '', deps));
}
