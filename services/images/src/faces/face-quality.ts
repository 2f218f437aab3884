import type { FaceQuality } from '@numscope/contracts';

/**
 * From where on a face is too poor to be compared, by what was measured with the built-in model
 * (docs/decisions/faces.md).
 */
const bounds = {
  /** Pixels of the shorter side of its box. */
  pixels: 30,
  sharpness: 0.25,
  /** Degrees to a side, and up or down. */
  yaw: 45,
  pitch: 40,
  confidence: 0.4,
} as const;

type Measured = Omit<FaceQuality, 'faults'> & {
  confidence: number;
  /** Whether it does not lie on its side or upside down: those are all alike to a model of upright faces. */
  upright: boolean;
};

/** What is wrong with a face for comparing it; empty: nothing. */
export function faultsOf({ pixels, sharpness, yaw, pitch, confidence, upright }: Measured): FaceQuality['faults'] {
  const turned = !upright || Math.abs(yaw ?? 0) > bounds.yaw || Math.abs(pitch ?? 0) > bounds.pitch;
  const faults: Array<[FaceQuality['faults'][number], boolean]> = [
    ['SMALL', pixels < bounds.pixels],
    ['BLURRED', sharpness < bounds.sharpness],
    ['TURNED', turned],
    ['UNCERTAIN', confidence < bounds.confidence],
  ];
  return faults.filter(([, holds]) => holds).map(([fault]) => fault);
}
