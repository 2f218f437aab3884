import { crc32, deflateSync } from 'node:zlib';
import { portrait } from './portraits.ts';

const PNG_MARK = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
const SIDE = 50_000;

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** The head of a PNG of one bit for each dot (w3.org/TR/png-3, 11.2.1). */
function head(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data[8] = 1;
  return chunk('IHDR', data);
}

const pixels = (width: number, height: number): Buffer =>
  deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));

const pngOf = (...chunks: Buffer[]): Buffer => Buffer.concat([PNG_MARK, ...chunks, chunk('IEND', new Uint8Array())]);

/** The frame of a JPEG says that it is as large as the format allows to say (ITU-T T.81, B.2.2). */
function largestJpeg(): Buffer {
  const bytes = Buffer.from(portrait('a-1'));
  let frame = 2;
  // From segment to segment: one before may hold a small picture with a frame of its own.
  while (![0xc0, 0xc2].includes(bytes.readUInt8(frame + 1))) frame += 2 + bytes.readUInt16BE(frame + 2);
  bytes.writeUInt16BE(65_500, frame + 5);
  bytes.writeUInt16BE(65_500, frame + 7);
  return bytes;
}

/** Two frames of a picture of 16 by 16, the second played after the first (w3.org/TR/png-3, 11.3.6). */
function animatedPng(): Buffer {
  const control = (sequence: number): Buffer => {
    const data = Buffer.alloc(26);
    data.writeUInt32BE(sequence, 0);
    data.writeUInt32BE(16, 4);
    data.writeUInt32BE(16, 8);
    data.writeUInt16BE(1, 20);
    data.writeUInt16BE(10, 22);
    return chunk('fcTL', data);
  };
  const actions = Buffer.alloc(8);
  actions.writeUInt32BE(2, 0);
  const second = Buffer.concat([Buffer.from([0, 0, 0, 2]), pixels(16, 16)]);
  return pngOf(
    head(16, 16),
    chunk('acTL', actions),
    control(0),
    chunk('IDAT', pixels(16, 16)),
    control(1),
    chunk('fdAT', second),
  );
}

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>',
);
const png = (): Buffer => pngOf(head(640, 480), chunk('IDAT', pixels(640, 480)));

/** What claims to be a picture and is to be refused, each small enough to be sent. */
export const refusedPictures = {
  'a PNG that unpacks to 50,000 by 50,000': () => pngOf(head(SIDE, SIDE), chunk('IDAT', pixels(SIDE, SIDE))),
  'a JPEG that says it is 65,500 by 65,500': largestJpeg,
  'half a JPEG': () => portrait('a-1').subarray(0, portrait('a-1').length / 2),
  'half a PNG': () => png().subarray(0, png().length / 2),
  'a GIF': () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  'an SVG': () => svg,
  'an SVG behind the first bytes of a PNG': () => Buffer.concat([png().subarray(0, 24), svg]),
} as const satisfies Record<string, () => Buffer>;

/** What is a picture, and has more in it than that. */
export const cleanedPictures = {
  'a PNG that moves': animatedPng,
  'a PNG with a program behind it': () => Buffer.concat([png(), Buffer.from('PK\u0003\u0004<script>')]),
} as const satisfies Record<string, () => Buffer>;

export type RefusedPicture = keyof typeof refusedPictures;

const oversize: ReadonlySet<RefusedPicture> = new Set([
  'a PNG that unpacks to 50,000 by 50,000',
  'a JPEG that says it is 65,500 by 65,500',
]);

/** How each of them is refused. */
export const refusalOf = (name: RefusedPicture): { statusCode: number; code: string } =>
  oversize.has(name) ? { statusCode: 413, code: 'IMAGE_TOO_LARGE' } : { statusCode: 415, code: 'NOT_AN_IMAGE' };

export type CleanedPicture = keyof typeof cleanedPictures;
