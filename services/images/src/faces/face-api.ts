import type { BoundingBox } from '@numscope/contracts';
import faceapi from '@vladmandic/face-api/dist/face-api.node-wasm.js';
import { alignedFace, arcfaceCut } from './aligned-face.ts';
import { ENCODER_SIDE, type Pixels } from './encoder-protocol.ts';
import type { EncodedFace } from './face-encoder.port.ts';
import { estimatesOf } from './face-estimates.ts';
import { FaceError } from './face-error.ts';
import { MOST_FACES } from './face-ids.ts';
import { faultsOf } from './face-quality.ts';
import { type Point, poseOf } from './head-pose.ts';
import type { OwnModel } from './own-model.ts';
import { boxBefore, cutOf, type Turn, turned } from './quarter-turns.ts';
import { sharpnessOf } from './sharpness.ts';
import { modelsDir, openTensorflow } from './tensorflow.ts';
import { turnOf } from './turn-of-face.ts';

/** Below that the detector's boxes are mostly no faces. */
const LEAST_CONFIDENCE = 0.3;

const { nets } = faceapi;
type Tensor3D = ReturnType<typeof faceapi.tf.tensor3d>;

/**
 * Heads that are tilted further are turned upright before they are encoded; the others are told apart better as they
 * are (docs/decisions/faces.md).
 */
const TILTED = 20;

type Found = {
  landmarks: { positions: Point[] };
  alignedRect: Parameters<typeof faceapi.extractFaceTensors>[1][number];
};

/** What dlib's ResNet makes of a face of a picture. */
async function vectorOf(picture: Tensor3D, pixels: Pixels, { landmarks, alignedRect }: Found, roll: number) {
  const cut =
    Math.abs(roll) > TILTED
      ? faceapi.tf.tensor3d(
          alignedFace(pixels, landmarks.positions, ENCODER_SIDE),
          [ENCODER_SIDE, ENCODER_SIDE, 3],
          'int32',
        )
      : (await faceapi.extractFaceTensors(picture, [alignedRect]))[0];
  if (!cut) throw new FaceError('a face lies outside of its picture');
  try {
    const vector = await nets.faceRecognitionNet.computeFaceDescriptor(cut);
    if (Array.isArray(vector)) throw new Error('one face became several');
    return vector;
  } finally {
    cut.dispose();
  }
}

/** The landmarks of what was cut out of a picture. */
async function landmarksOf({ data, width, height }: Pixels): Promise<readonly Point[]> {
  const cut = faceapi.tf.tensor3d(data, [height, width, 3], 'int32');
  try {
    const landmarks = await nets.faceLandmark68Net.detectLandmarks(cut);
    if (Array.isArray(landmarks)) throw new Error('one face became several');
    return landmarks.positions;
  } finally {
    cut.dispose();
  }
}

/** A face as it was seen, and by which turn it comes upright. */
type Seen = EncodedFace & { turn: Turn };

/**
 * Loads the models, which takes about half a second. Runs in a thread.
 * @param own encodes the faces that are found, in the place of the built-in model
 */
export async function openFaceApi(own: OwnModel | null): Promise<(pixels: Pixels) => Promise<EncodedFace[]>> {
  await openTensorflow();
  // Loaded only where there is one: its library takes its memory.
  const ownVectors = own && (await import('./onnx-vectors.ts').then(({ openOnnx }) => openOnnx(own)));
  for (const net of [
    nets.ssdMobilenetv1,
    nets.faceLandmark68Net,
    ...(own ? [] : [nets.faceRecognitionNet]),
    nets.ageGenderNet,
    nets.faceExpressionNet,
  ])
    await net.loadFromDisk(modelsDir);
  const detector = new faceapi.SsdMobilenetv1Options({ minConfidence: LEAST_CONFIDENCE, maxResults: MOST_FACES });

  /** All faces of a picture, largest first. */
  const detect = async (pixels: Pixels): Promise<Seen[]> => {
    const { data, width, height, scale } = pixels;
    const picture = faceapi.tf.tensor3d(data, [height, width, 3], 'int32');
    try {
      const found = await faceapi
        .detectAllFaces(picture, detector)
        .withFaceLandmarks()
        .withFaceExpressions()
        .withAgeAndGender();
      const faces: Seen[] = [];
      for (const face of found) {
        const { box, score: confidence } = face.detection;
        const turn = await turnOf(cutOf(pixels, box), landmarksOf);
        const measured = {
          pixels: Math.round(Math.min(box.width, box.height) / scale),
          sharpness: sharpnessOf(pixels, box),
          ...poseOf(face.landmarks.positions),
        };
        faces.push({
          boundingBox: partOf(box, width, height),
          confidence,
          quality: { ...measured, faults: faultsOf({ ...measured, confidence, upright: turn === 0 }) },
          estimates: estimatesOf({ ...face, expressions: face.expressions.asSortedArray() }),
          vector:
            own && ownVectors
              ? await ownVectors(cutFor(own, pixels, face.landmarks.positions))
              : await vectorOf(picture, pixels, face, measured.roll),
          turn,
        });
      }
      return faces.sort((a, b) => areaOf(b) - areaOf(a));
    } finally {
      picture.dispose();
    }
  };

  /** A picture that lies on its side is looked at once more, upright: it lies as its largest face does. */
  return async (pixels) => {
    const seen = await detect(pixels);
    const [largest] = seen;
    if (largest === undefined || largest.turn === 0) return seen.map(withoutTurn);
    const upright = await detect(turned(pixels, largest.turn));
    if (!upright.some(({ turn }) => turn === 0)) return seen.map(withoutTurn);
    return upright.map((face) => ({
      ...withoutTurn(face),
      boundingBox: boxBefore(face.boundingBox, largest.turn),
      quality: { ...face.quality, roll: rollBefore(face.quality.roll ?? 0, largest.turn) },
    }));
  };
}

/** How far a head is tilted in the picture before that was turned, from -180 to 180 degrees. */
const rollBefore = (roll: number, turn: Turn): number => ((((roll - 90 * turn + 180) % 360) + 360) % 360) - 180;

const withoutTurn = ({ turn: _turn, ...face }: Seen): EncodedFace => face;

const cutFor = ({ page: { input } }: OwnModel, pixels: Pixels, landmarks: readonly Point[]): Uint8Array =>
  (input.cut === 'arcface' ? arcfaceCut : alignedFace)(pixels, landmarks, input.side);

/** A box in parts of the picture, of what lies within it. */
function partOf(
  box: { x: number; y: number; width: number; height: number },
  width: number,
  height: number,
): BoundingBox {
  const within = (value: number, size: number): number => Math.min(1, Math.max(0, value / size));
  const [left, top] = [within(box.x, width), within(box.y, height)];
  return {
    left,
    top,
    width: within(box.x + box.width, width) - left,
    height: within(box.y + box.height, height) - top,
  };
}

const areaOf = ({ boundingBox }: EncodedFace): number => boundingBox.width * boundingBox.height;
