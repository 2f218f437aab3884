import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, limits, PreparedPicture } from '@numscope/contracts';
import sharp from 'sharp';
import { openFaceEncoder } from '../src/faces/open-encoder.ts';
import { type Setup, setUp } from './setup.ts';
import { bomb, jpeg, sideways, svg, webp } from './pictures.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await setUp(openFaceEncoder({ threads: 1, gentle: false }), { faceSearchesPerHour: 100 });
});
afterAll(() => setup.close());

const prepareAt = ({ service, test }: Setup, bytes: Uint8Array, query: Record<string, string> = {}) =>
  service.app.inject({
    method: 'POST',
    url: calls.preparePicture.path,
    query: { userId: 'id-of-ann', hasPurpose: 'true', ...query },
    headers: {
      authorization: `Bearer ${test.serviceToken('sources')}`,
      'content-type': 'application/octet-stream',
    },
    payload: Buffer.from(bytes),
  });

const prepare = (bytes: Uint8Array, query?: Record<string, string>) => prepareAt(setup, bytes, query);

it('makes of a photo what a stranger may be sent: upright, without its place and owner', async () => {
  const photo = await sideways(64, 32);
  expect(photo.toString('latin1')).toContain('secret-owner');
  const { type, content } = PreparedPicture.parse((await prepare(photo)).json());
  const sent = Buffer.from(content, 'base64');
  expect(type).toBe('image/jpeg');
  expect(sent.toString('latin1')).not.toContain('secret-owner');
  expect(await sharp(sent).metadata()).toMatchObject({ width: 32, height: 64 });
});

it('takes a stored picture by its id, a WebP as JPEG', async () => {
  const { id } = await setup.store(await webp());
  const { type, content } = PreparedPicture.parse((await prepare(Buffer.alloc(0), { imageId: id })).json());
  expect(type).toBe('image/jpeg');
  expect((await sharp(Buffer.from(content, 'base64')).metadata()).format).toBe('jpeg');
  expect((await prepare(Buffer.alloc(0), { imageId: 'a'.repeat(64) })).statusCode).toBe(404);
});

it.each([
  ['nothing', async () => Buffer.alloc(0), 400, 'NOT_AN_IMAGE'],
  ['an SVG', async () => svg, 415, 'NOT_AN_IMAGE'],
  ['a WebP', () => webp(), 415, 'NOT_AN_IMAGE'],
  ['half a JPEG', async () => (await jpeg(200, 200)).subarray(0, 2000), 415, 'NOT_AN_IMAGE'],
  ['a bomb', bomb, 413, 'IMAGE_TOO_LARGE'],
  ['more than 1 MB', async () => Buffer.alloc(limits.personPhotoBytes + 1), 413, 'IMAGE_TOO_LARGE'],
])('refuses %s', async (_case, bytes, status, code) => {
  expect((await prepare(await bytes())).json()).toMatchObject({ statusCode: status, code });
});

it('counts as a face search of its user, and is refused with the same words', async () => {
  const strict = await setUp(openFaceEncoder({ threads: 1, gentle: false }), {
    faceSearchesPerHour: 1,
    requirePurpose: true,
  });
  try {
    const ask = (hasPurpose: string) => prepareAt(strict, Buffer.alloc(0), { hasPurpose });
    expect((await ask('false')).json()).toMatchObject({ statusCode: 400, code: 'PURPOSE_REQUIRED' });
    expect((await ask('true')).json()).toMatchObject({ code: 'NOT_AN_IMAGE' });
    expect((await ask('true')).json()).toMatchObject({ statusCode: 429, code: 'FACE_SEARCHES' });
  } finally {
    await strict.close();
  }
});
