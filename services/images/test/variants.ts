import type { BoundingBox } from '@numscope/contracts';
import sharp, { type Sharp } from 'sharp';

/** What is around a picture that was turned askew. */
const AROUND = '#808080';

interface Portrayed {
  /** Pixels. */
  width: number;
  height: number;
  /** Where its face is. */
  face: BoundingBox;
}
type Change = (picture: Sharp, portrayed: Portrayed) => Sharp;

const wide =
  (width: number): Change =>
  (picture) =>
    picture.resize({ width });
const turned =
  (degrees: number): Change =>
  (picture) =>
    picture.rotate(degrees, { background: AROUND });
const blurred =
  (sigma: number): Change =>
  (picture) =>
    picture.blur(sigma);
const lit =
  (brightness: number): Change =>
  (picture) =>
    picture.modulate({ brightness });
/** Without all that is left of so much of the face. */
const leftCut =
  (part: number): Change =>
  (picture, { width, height, face }) => {
    const left = Math.round((face.left + face.width * part) * width);
    return picture.extract({ left, top: 0, width: width - left, height });
  };
/** Without all that is below so much of the face, from below. */
const chinCut =
  (part: number): Change =>
  (picture, { width, height, face }) =>
    picture.extract({ left: 0, top: 0, width, height: Math.round((face.top + face.height * (1 - part)) * height) });

/** Ways in which a picture may be worse than a portrait. Sizes in pixels, degrees clockwise. */
export const changes = {
  'as it is': (picture) => picture,
  mirrored: (picture) => picture.flop(),
  'turned by 15 degrees': turned(15),
  'turned by 30 degrees': turned(30),
  'turned by 45 degrees': turned(45),
  'turned by 90 degrees': turned(90),
  'turned by 180 degrees': turned(180),
  'turned by 270 degrees': turned(270),
  '200 pixels wide': wide(200),
  '150 pixels wide': wide(150),
  '100 pixels wide': wide(100),
  '80 pixels wide': wide(80),
  'blurred, sigma 4': blurred(4),
  'blurred, sigma 6': blurred(6),
  'light times 0.5': lit(0.5),
  'light times 0.25': lit(0.25),
  'left fifth cut': leftCut(1 / 5),
  'left third cut': leftCut(1 / 3),
  'chin fifth cut': chinCut(1 / 5),
  'chin third cut': chinCut(1 / 3),
} as const satisfies Record<string, Change>;
export type ChangeName = keyof typeof changes;
export const changeNames = Object.keys(changes) as ChangeName[];

/** A portrait changed so, as PNG. `face`: where its face is. */
export async function changed(portrait: Uint8Array, name: ChangeName, face: BoundingBox): Promise<Buffer> {
  const { width, height } = await sharp(portrait).metadata();
  return changes[name](sharp(portrait), { width, height, face }).png({ compressionLevel: 1 }).toBuffer();
}
