import { counter, histogram, readGauge, type ServiceKit } from '@numscope/platform';
import type { FaceEncoder } from './face-encoder.port.ts';
import type { FaceStore } from './face-store.port.ts';

/** What became of the pictures that were looked at for faces. */
export interface MeasuredFaces {
  /** @param ms from reading the picture to keeping what was seen */
  detected(faces: number, ms: number): void;
  failed(): void;
}

export function measureFaces(
  { metrics }: Pick<ServiceKit, 'metrics'>,
  faces: Pick<FaceStore, 'waiting'>,
  encoder: FaceEncoder,
): MeasuredFaces {
  const { registry } = metrics;
  const pictures = counter(registry, {
    name: 'numscope_faces_pictures_total',
    help: 'Pictures that were looked at for faces, and those that could not be, by outcome',
    labelNames: ['outcome'],
  });
  const found = counter(registry, { name: 'numscope_faces_found_total', help: 'Faces that were found on those' });
  const seconds = histogram(
    registry,
    { name: 'numscope_faces_picture_seconds', help: 'From reading a picture to keeping what was seen on it' },
    [0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
  );
  readGauge(
    registry,
    { name: 'numscope_faces_queue_length', help: 'Stored pictures that no model in use has looked at' },
    async () => [[{}, await faces.waiting(encoder.model.id)]],
  );
  return {
    detected(count, ms) {
      pictures.inc({ outcome: 'looked' });
      found.inc(count);
      seconds.observe(ms / 1000);
    },
    failed: () => pictures.inc({ outcome: 'failed' }),
  };
}
