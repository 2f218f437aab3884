import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { calls, errorCatalogue, FacesState, ImageSearchAnswer, limits, SimilarFacesAnswer } from '@numscope/contracts';
import { authed } from '@numscope/testing';
import { aroundAll } from '@numscope/testing/around';
import { type Portrait, portrait } from '@numscope/testing/portraits';
import sharp, { type Sharp } from 'sharp';
import { forgetSearches } from '../src/commands/admit-search.ts';
import type { FaceEncoder } from '../src/faces/face-encoder.port.ts';
import { EncoderEnded } from '../src/faces/face-error.ts';
import { openFaceEncoder } from '../src/faces/open-encoder.ts';
import { type Setup, setUp } from './setup.ts';
import { lookingOnce } from './looking-once.ts';
import { formOf } from './multipart.ts';
import { bomb, jpeg, png, svg, webp } from './pictures.ts';
import { quickEncoder } from './quick-encoder.ts';

/** Two pictures side by side. */
async function beside(left: Buffer, right: Buffer): Promise<Buffer> {
  const [a, b] = await Promise.all(
    [left, right].map((one) => sharp(one).resize(400, 500, { fit: 'contain' }).toBuffer()),
  );
  return sharp({ create: { width: 800, height: 500, channels: 3, background: 'white' } })
    .composite([
      { input: a, left: 0, top: 0 },
      { input: b, left: 400, top: 0 },
    ])
    .jpeg()
    .toBuffer();
}

interface Sent {
  fields?: Record<string, string>;
  query?: Record<string, string>;
  user?: string;
}

const search = (setup: Setup, image: Uint8Array | null, { fields = {}, query = {}, user = 'user' }: Sent = {}) => {
  const form = formOf(fields, image ? { image } : {});
  return setup.service.app.inject({
    method: 'POST',
    url: calls.searchByImage.path,
    query,
    ...form,
    headers: { ...form.headers, authorization: `Bearer ${setup.test.tokenFor('USER', user)}` },
  });
};
const encoderThat = (encode: FaceEncoder['encode']): FaceEncoder => ({ ...quickEncoder({ threads: 1 }), encode });

it('answers at most 1000 matches of all faces on a picture together, of each an equal share', async () => {
  const [face] = await quickEncoder({ threads: 1 }).encode(Buffer.from('a crowd'));
  if (!face) throw new Error('it sees a face on anything');
  const setup = await setUp(
    encoderThat(async (_picture, { urgent } = {}) => Array.from({ length: urgent ? 40 : 30 }, () => face)),
  );
  try {
    const { id } = await setup.store(await jpeg());
    await setup.test.bus.waitFor('image.faces', ({ key }) => key === id);
    expect(await matchesOf(setup, await jpeg(), { query: { limit: '1000', threshold: '0' } })).toHaveLength(40 * 25);
    expect(await matchesOf(setup, await jpeg(), { query: { limit: '7', threshold: '0' } })).toHaveLength(40 * 7);
    // Each of them is like 30 faces, of which its share has room for 25.
    const { faces } = ImageSearchAnswer.parse((await search(setup, await jpeg(), { query: { limit: '1000' } })).json());
    expect(faces.every(({ mayHaveMore }) => mayHaveMore)).toBe(true);
  } finally {
    await setup.close();
  }
});

it('is refused for now, and not for the picture, when the thread that looks ends meanwhile', async () => {
  const setup = await setUp(
    encoderThat(async () => {
      throw new EncoderEnded('out of memory', true);
    }),
  );
  try {
    const answer = await search(setup, await jpeg());
    expect({ status: answer.statusCode, ...answer.json() }).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
  } finally {
    await setup.close();
  }
});

const matchesOf = async (...sent: Parameters<typeof search>): Promise<string[]> => {
  const { faces } = ImageSearchAnswer.parse((await search(...sent)).json());
  return faces.flatMap(({ faceMatch }) => faceMatch?.face.externalImageId ?? []);
};
describe('a search by picture', () => {
  let setup: Setup;
  let [a1, a2, b1] = ['', '', ''];
  aroundAll(
    () => setUp(lookingOnce(openFaceEncoder({ threads: 1, gentle: false }))),
    (opened) => (setup = opened),
  );

  beforeAll(async () => {
    const store = async (name: Portrait): Promise<string> => {
      const { id } = await setup.store(portrait(name));
      await setup.test.bus.waitFor('image.faces', ({ key }) => key === id);
      return id;
    };
    [a1, a2, b1] = [await store('a-1'), await store('a-2'), await store('b-1')];
  });

  it('finds who is on it, best first, and nobody else', async () => {
    const answer = ImageSearchAnswer.parse((await search(setup, portrait('a-1'))).json());
    expect(answer.faces.map(({ faceMatch }) => faceMatch?.face.externalImageId)).toEqual([a1, a2]);
    const [itself, other] = answer.faces.map(({ faceMatch }) => faceMatch);
    expect(itself?.distance).toBeLessThan(0.1);
    expect(other?.similarity).toBeCloseTo(1 - (other?.distance ?? 0));
    expect(other?.likelihood.value).toBeGreaterThan(0.98);
    expect(other?.likelihood.low).toBeLessThan(other?.likelihood.value ?? 0);
    expect(answer).toMatchObject({ threshold: 0.4, model: { id: 'face-api-2' }, waiting: 0 });
    expect(await matchesOf(setup, portrait('b-1'))).toEqual([b1]);
  });

  it('takes its own threshold and limit', async () => {
    const picture = portrait('a-1');
    expect(await matchesOf(setup, picture, { query: { threshold: '0.9' } })).toEqual([a1]);
    expect(await matchesOf(setup, picture, { query: { threshold: '0', limit: '2' } })).toEqual([a1, a2]);
    expect((await matchesOf(setup, picture, { query: { threshold: '0' } })).sort()).toEqual([a1, a2, b1].sort());
  });

  it('says whether its limit left out faces that are as similar as asked for', async () => {
    const isCut = async (query: Record<string, string>): Promise<boolean[]> => {
      const { faces } = ImageSearchAnswer.parse((await search(setup, portrait('a-1'), { query })).json());
      return [...new Set(faces.map(({ mayHaveMore }) => mayHaveMore))];
    };
    expect(await isCut({ limit: '1' })).toEqual([true]);
    expect(await isCut({ limit: '2' })).toEqual([false]);
    expect(await isCut({ limit: '2', threshold: '0' })).toEqual([true]);
    expect(await isCut({ limit: '3', threshold: '0' })).toEqual([false]);
  });

  it('answers nothing for a picture without a face, and each face of two', async () => {
    expect((await search(setup, await png(300, 200))).json()).toMatchObject({ faces: [] });
    const both = await beside(portrait('a-2'), portrait('b-1'));
    const { faces } = ImageSearchAnswer.parse((await search(setup, both)).json());
    expect(new Set(faces.map(({ boundingBox }) => boundingBox.left)).size).toBe(2);
    expect(new Set(faces.map(({ faceMatch }) => faceMatch?.face.externalImageId))).toEqual(new Set([a1, a2, b1]));
  });

  it('compares a face with none that is too poor, whatever the threshold, and says why', async () => {
    const poor = await sharp(portrait('a-1')).resize({ width: 100 }).jpeg().toBuffer();
    const { faces } = ImageSearchAnswer.parse((await search(setup, poor, { query: { threshold: '0' } })).json());
    expect(faces).toMatchObject([{ faceMatch: null, quality: { faults: ['SMALL'] } }]);
  });

  it.each([
    ['of four colours', (picture: Sharp) => picture.toColourspace('cmyk').jpeg()],
    ['of 16 bits', (picture: Sharp) => picture.toColourspace('rgb16').png()],
    ['in grey', (picture: Sharp) => picture.toColourspace('b-w').jpeg()],
    [
      'that says that it lies on its side',
      (picture: Sharp) => picture.rotate(90).withMetadata({ orientation: 8 }).jpeg(),
    ],
  ])('finds who is on a picture %s', async (_what, change) => {
    const picture = await change(sharp(portrait('a-1')).resize({ width: 500 })).toBuffer();
    expect((await matchesOf(setup, picture)).sort()).toEqual([a1, a2].sort());
  });

  it('keeps the hash and the purpose in the audit, never the picture', async () => {
    const picture = portrait('b-1');
    await search(setup, picture, { fields: { purpose: 'case 17' }, user: 'audited' });
    await setup.test.kit.audit.flush();
    const { data } = await setup.test.bus.waitFor('audit.logged', (event) => event.data.username === 'audited');
    const sha256 = createHash('sha256').update(picture).digest('hex');
    expect(data).toMatchObject({
      actionType: 'IMAGE',
      outcome: 'OK',
      args: { sha256, purpose: 'case 17', matches: 1 },
    });
    expect(JSON.stringify(data).length).toBeLessThan(2000);
  });

  it.each([
    ['nothing', async () => null, 400, 'NOT_AN_IMAGE'],
    ['an empty file', async () => Buffer.alloc(0), 400, 'NOT_AN_IMAGE'],
    ['an SVG', async () => svg, 415, 'NOT_AN_IMAGE'],
    ['a WebP', () => webp(), 415, 'NOT_AN_IMAGE'],
    ['half a JPEG', async () => (await jpeg(200, 200)).subarray(0, 2000), 415, 'NOT_AN_IMAGE'],
    ['a bomb', bomb, 413, 'IMAGE_TOO_LARGE'],
    ['2 MB', async () => Buffer.alloc(limits.searchImageBytes), 413, 'IMAGE_TOO_LARGE'],
  ])('refuses %s', async (_what, bytes, status, code) => {
    const answer = await search(setup, await bytes(), { user: 'hostile' });
    expect(answer.json()).toMatchObject({ statusCode: status, code, message: 'Please select an image file' });
  });

  it('compares pictures of profiles for the profiles service alone', async () => {
    const ask = { body: { ids: [a1], limit: 10, userId: 'user' } };
    const answer = await authed(setup.service.app, setup.test.serviceToken('profiles')).call(calls.similarFaces, ask);
    const { enabled, matches } = SimilarFacesAnswer.parse(answer.json());
    expect(enabled).toBe(true);
    expect(matches.map(({ own, other }) => [own.imageId, other.imageId])).toEqual([
      [a1, a1],
      [a1, a2],
    ]);
    const user = await authed(setup.service.app, setup.test.tokenFor('ADMIN')).call(calls.similarFaces, ask);
    expect(user.statusCode).toBe(403);
  });

  it('finds a picture no more when it has gone', async () => {
    await setup.deps.store.setDue([a2], 0);
    setup.test.clock.advance(7_200_000);
    setup.referenced.add(a1).add(b1);
    await setup.clear();
    expect(await matchesOf(setup, portrait('a-1'))).toEqual([a1]);
    expect(await setup.deps.index?.size()).toBe(2);
  });
});

/** Where it does not matter who is on a picture. */
const seesNobody = { ...quickEncoder({ threads: 1 }), encode: async () => [] };

describe('a search by picture, as an operator wants it', () => {
  let setup: Setup;
  const notice = 'Only with a warrant.';
  aroundAll(
    () => setUp(seesNobody, { requirePurpose: true, faceSearchesPerHour: 2, faceNotice: notice }),
    (opened) => (setup = opened),
  );
  const asked = { fields: { purpose: 'case 17' } };
  const stateOf = async (user: string) =>
    FacesState.parse(
      (await authed(setup.service.app, setup.test.tokenFor('USER', user)).call(calls.facesState, {})).json(),
    );
  const agree = (text: string, user = 'user') =>
    authed(setup.service.app, setup.test.tokenFor('USER', user)).call(calls.acceptFaceNotice, {
      body: { notice: text },
    });

  it('needs a purpose, and agreement to the notice of today by each user', async () => {
    const picture = await png(100, 100);
    expect((await search(setup, picture)).json()).toMatchObject({ statusCode: 400, code: 'PURPOSE_REQUIRED' });
    expect((await search(setup, picture, asked)).json()).toMatchObject({ statusCode: 403, code: 'FACE_NOTICE' });
    expect(await stateOf('user')).toMatchObject({ notice, purposeRequired: true, searchesPerHour: 2 });
    expect((await agree('Anything goes.')).json()).toMatchObject({ statusCode: 422 });
    expect((await agree(notice)).statusCode).toBe(204);
    expect(await stateOf('user')).toMatchObject({ notice: null });
    expect((await search(setup, picture, asked)).json()).toMatchObject({ faces: [] });
    expect((await search(setup, picture, { ...asked, user: 'other' })).json()).toMatchObject({ code: 'FACE_NOTICE' });
  });

  it('compares pictures of profiles for nobody who has not agreed, and neither asks what for nor counts it', async () => {
    const compare = (userId: string) =>
      authed(setup.service.app, setup.test.serviceToken('profiles')).call(calls.similarFaces, {
        body: { ids: [], limit: 10, userId },
      });
    expect((await compare('id-of-reader')).json()).toMatchObject({
      statusCode: 403,
      code: 'FACE_NOTICE',
      details: { notice },
    });
    await agree(notice, 'reader');
    const answers = await Promise.all([1, 2, 3].map(() => compare('id-of-reader')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  });

  it('keeps the audit entry of an agreement in one commit with it, and tells it once the bus is back', async () => {
    const { bus } = setup.test;
    bus.failWith(new Error('away'));
    expect((await agree(notice, 'careful')).statusCode).toBe(204);
    const waiting = (await setup.deps.store.pendingEvents(100)).flatMap(({ events }) => events);
    // Those of the tests before may wait as well.
    const own = waiting.filter(({ json }) => JSON.parse(json).data.username === 'careful');
    expect(own.map(({ topic, json }) => [topic, JSON.parse(json).data])).toEqual([
      [
        'audit.logged',
        expect.objectContaining({
          username: 'careful',
          outcome: 'OK',
          args: expect.objectContaining({ sha256: createHash('sha256').update(notice).digest('hex') }),
        }),
      ],
    ]);
    // Who agrees once more leaves an entry once more.
    expect((await agree(notice, 'careful')).statusCode).toBe(204);
    bus.failWith(null);
    const told = new Set<string>();
    await bus.waitFor(
      'audit.logged',
      ({ id, data }) => data.username === 'careful' && data.args['sha256'] !== undefined && told.add(id).size === 2,
    );
    expect(await stateOf('careful')).toMatchObject({ notice: null });
  });

  it('counts the searches of each user and hour, and says when the next is free', async () => {
    const picture = await png(100, 100);
    await agree(notice, 'busy');
    const busy = () => search(setup, picture, { ...asked, user: 'busy' });
    expect([(await busy()).statusCode, (await busy()).statusCode]).toEqual([200, 200]);
    setup.test.clock.advance(1_800_000);
    const refused = await busy();
    expect(refused.json()).toMatchObject({ statusCode: 429, code: 'FACE_SEARCHES' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1700);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(1800);
    await agree(notice, 'idle');
    expect((await search(setup, picture, { ...asked, user: 'idle' })).statusCode).toBe(200);
    setup.test.clock.advance(1_800_001);
    expect((await busy()).statusCode).toBe(200);
  });

  it('count no more where the clock that dated them has gone back since', async () => {
    const { searchers } = setup.deps.store;
    const now = setup.test.clock.now();
    const count = (at: number) => searchers.countSearch('early', at, at - 3_600_000, 2);
    expect([await count(now + 86_400_000), await count(now + 86_400_000)]).toEqual([null, null]);
    expect(await count(now + 86_400_000)).toBe(now + 86_400_000);
    expect([await count(now), await count(now + 30_000), await count(now)]).toEqual([null, null, now]);
  });

  it('are forgotten with their user when none of them counts any more', async () => {
    const { searchers } = setup.deps.store;
    const now = setup.test.clock.now();
    await searchers.countSearch('leaving', now, now - 3_600_000, 1);
    await searchers.countSearch('staying', now + 2, now - 3_600_000, 1);
    await searchers.forgetSearches(now + 1);
    // Asked as if those before counted still.
    expect(await searchers.countSearch('leaving', now + 3, now - 3_600_000, 1)).toBeNull();
    expect(await searchers.countSearch('staying', now + 3, now - 3_600_000, 1)).toBe(now + 2);
    setup.test.clock.advance(3_600_001);
    await forgetSearches(setup.deps);
    expect(await searchers.countSearch('staying', now + 3, now - 3_600_000, 1)).toBeNull();
  });
});

it('is off where faces are off', async () => {
  const setup = await setUp();
  expect((await search(setup, await png(100, 100))).json()).toMatchObject({ statusCode: 503, code: 'FACES_OFF' });
  await setup.close();
});

describe('searches while all that recognises faces is busy', () => {
  /** Sees nobody, when it is let. */
  function heldEncoder() {
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const encode = async (): Promise<[]> => held.then(() => []);
    return { encoder: { ...quickEncoder({ threads: 1 }), encode }, letGo };
  }

  it('wait in a short queue; more are told to come again, and are not counted among those of the hour', async () => {
    const { encoder, letGo } = heldEncoder();
    const setup = await setUp(encoder, { faceSearchesPerHour: 33 });
    const picture = await png(100, 100);
    const answered: number[] = [];
    let heard = (): void => undefined;
    const eightAnswered = new Promise<void>((resolve) => (heard = () => void (answered.length === 8 && resolve())));
    const all = Array.from({ length: 40 }, async () => {
      const answer = await search(setup, picture);
      answered.push(answer.statusCode);
      heard();
      return answer;
    });
    await eightAnswered;
    expect(answered).toEqual(Array.from({ length: 8 }, () => 503));
    letGo();
    const refused = (await Promise.all(all)).filter(({ statusCode }) => statusCode === 503);
    expect(refused).toHaveLength(8);
    for (const answer of refused) {
      expect(answer.json()).toMatchObject({ code: 'OVERLOADED', message: errorCatalogue.OVERLOADED.message });
      expect(answer.headers['retry-after']).toBe('2');
    }
    expect(answered.filter((status) => status === 200)).toHaveLength(32);
    expect([(await search(setup, picture)).statusCode, (await search(setup, picture)).statusCode]).toEqual([200, 429]);
    await setup.close();
  });
});
