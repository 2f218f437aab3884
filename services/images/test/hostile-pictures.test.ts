import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { aroundAll } from '@numscope/testing/around';
import sharp from 'sharp';
import { pixelsOf } from '../src/faces/picture-pixels.ts';
import { cleanPicture } from '../src/pictures/clean-picture.ts';
import { type House, openHouse } from './images-house.ts';
import { jpeg, png, sideways, svg } from './pictures.ts';

let house: House;
aroundAll(openHouse, (opened) => (house = opened));

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A whole PNG of black dots, one bit each, that unpacks to 50,000 by 50,000. */
function largest(): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(50_000, 0);
  head.writeUInt32BE(50_000, 4);
  head[8] = 1;
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(50_000 * 6251))),
    chunk('IEND', new Uint8Array()),
  ]);
}

const animated = async (): Promise<Buffer> =>
  sharp(randomBytes(64 * 192 * 3), { raw: { width: 64, height: 192, channels: 3, pageHeight: 64 } })
    .webp({ loop: 0, delay: [100, 100, 100] })
    .toBuffer();

const dots = (channels: 1 | 3 | 4) =>
  sharp(randomBytes(200 * 100 * channels), { raw: { width: 200, height: 100, channels } });

/** The greatest of three limits that a loaded machine keeps: what is measured is that nothing is unpacked. */
const AT_MOST_MS = 1000;

it.each([
  ['a bomb of 50,000 by 50,000', async () => largest()],
  ['half a picture', async () => (await jpeg(400, 400)).subarray(0, 20_000)],
  ['an SVG', async () => svg],
  ['an SVG behind the first bytes of a PNG', async () => Buffer.concat([(await png()).subarray(0, 24), svg])],
])('refuses %s within a second, stored or searched by, and its memory stays', async (_name, make) => {
  const bytes = await make();
  const refused = async (): Promise<void> => {
    expect((await house.send(bytes)).json()).toMatchObject({ code: 'NOT_AN_IMAGE', statusCode: 415 });
    await expect(cleanPicture(bytes, { urgent: true })).rejects.toMatchObject({ code: 'NOT_AN_IMAGE' });
  };
  await refused();
  const before = process.memoryUsage().rss;
  const begun = performance.now();
  for (let n = 0; n < 5; n++) await refused();
  expect((performance.now() - begun) / 10).toBeLessThan(AT_MOST_MS);
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});

it.each([
  ['of four colours', async () => dots(3).toColourspace('cmyk').jpeg().toBuffer()],
  ['of 16 bits', async () => dots(3).toColourspace('rgb16').png().toBuffer()],
  ['in grey', async () => dots(1).toColourspace('b-w').png().toBuffer()],
  ['that one can see through', async () => dots(4).png().toBuffer()],
  ['that moves', animated],
  ['with bytes behind it', async () => Buffer.concat([await png(), Buffer.from('PK\u0003\u0004<script>')])],
  ['that lies on its side and says where it was taken', async () => sideways(200, 100)],
])('cleans a picture %s, and can look at it', async (_name, make) => {
  const image = await house.store(await make());
  const kept = (await house.get(image.id)).rawPayload;
  const metadata = await sharp(kept).metadata();
  expect(metadata.exif).toBeUndefined();
  expect(metadata.pages ?? 1).toBe(1);
  expect(metadata.depth).toBe('uchar');
  expect(kept.includes('<script>')).toBe(false);
  const { data, width, height, scale } = await pixelsOf(kept);
  expect([width, height, scale]).toEqual([image.width, image.height, 1]);
  expect(data.length).toBe(width * height * 3);
});
