import { beforeAll, describe, expect, it } from '@jest/globals';
import { apiError, calls, errorCatalogue, type Face, SameFace } from '@numscope/contracts';
import { authed } from '@numscope/testing';
import { aroundAll } from '@numscope/testing/around';
import * as z from 'zod';
import { foundPhone, type Setup, setUp } from './setup.ts';

const [OWN, TWIN, ALIKE, SHARER, OTHER] = [
  '+998901110001',
  '+998901110002',
  '+998901110003',
  '+998901110004',
  '+998901110005',
] as const;
const picture = (digit: string): string => digit.repeat(64);

const face = (imageId: string, n = 0): Face => ({
  id: `${imageId}.${n}`,
  imageId,
  boundingBox: { left: 0.1, top: 0.1, width: 0.5, height: 0.5 },
  confidence: 0.99,
  quality: { pixels: 200, sharpness: 0.9, yaw: null, pitch: null, roll: null, faults: [] },
  estimates: {},
});
const alike = (own: string, other: string, distance: number) => ({
  own: face(own),
  other: face(other),
  distance,
  similarity: 1 - distance,
  likelihood: { value: 0.99, low: 0.98, high: 1 },
});

const similarFaces = ({ body }: { body: { ids: string[] } }) => ({
  enabled: true,
  mayHaveMore: false,
  matches: body.ids.includes(picture('a'))
    ? [
        alike(picture('b'), picture('c'), 0.5),
        alike(picture('a'), picture('e'), 0.45),
        alike(picture('a'), picture('d'), 0.3),
        alike(picture('a'), picture('b'), 0.2),
        alike(picture('a'), picture('a'), 0),
      ]
    : [],
});

describe('the same face on other numbers', () => {
  let setup: Setup;
  aroundAll(setUp, (opened) => (setup = opened));
  const withPictures = (phone: string, name: string, ...images: string[]) =>
    foundPhone(phone, { names: [{ name, type: 'OK' }], photos: images });

  beforeAll(async () => {
    await setup.resolve(
      withPictures(OWN, 'Anvar', picture('a'), picture('b')),
      withPictures(TWIN, 'Anvar K', picture('c'), picture('d')),
      withPictures(ALIKE, 'Botir', picture('e')),
      withPictures(SHARER, 'Sharer', picture('a')),
      withPictures(OTHER, 'Nobody alike', picture('f')),
    );
    setup.client.answer({ similarFaces });
  });
  const listOf = async (phone: string) =>
    z.array(SameFace).parse((await setup.user.call(calls.sameFace, { params: { phone } })).json());
  const judge = (phone: string, other: string, verdict: 'SAME' | 'DIFFERENT' | null, who = setup.user) =>
    who.call(calls.judgeSameFace, { params: { phone }, body: { phone: other, verdict } });

  it('are listed with their nearest pair, most alike first, one that has the very picture among them', async () => {
    const found = await listOf(OWN);
    expect(found).toMatchObject([
      { near: true, phone: SHARER, distance: 0, name: 'Sharer' },
      { near: true, phone: TWIN, distance: 0.3, name: 'Anvar K' },
      { near: true, phone: ALIKE, distance: 0.45, name: 'Botir' },
    ]);
    expect(found[1]).toMatchObject({
      own: { imageId: picture('a') },
      other: { imageId: picture('d') },
      verdict: null,
      verdicts: [],
    });
    expect(await listOf(OTHER)).toEqual([]);
  });

  it('say that some may be missing where the images left faces out, however few numbers are listed', async () => {
    const answer = alike(picture('a'), picture('e'), 0.45);
    expect((await listOf(OWN)).map((same) => same.near && same.mayHaveMore)).toEqual([false, false, false]);
    setup.client.answer({ similarFaces: () => ({ enabled: true, matches: [answer], mayHaveMore: true }) });
    expect(await listOf(OWN)).toMatchObject([{ phone: ALIKE, mayHaveMore: true }]);
    setup.client.answer({ similarFaces });
  });

  it('are listed while the images run an older version, which does not say whether faces were left out', async () => {
    const answer = alike(picture('a'), picture('e'), 0.45);
    setup.client.answer({ similarFaces: () => ({ enabled: true, matches: [answer] }) });
    expect(await listOf(OWN)).toMatchObject([{ phone: ALIKE, mayHaveMore: false }]);
    setup.client.answer({ similarFaces });
  });

  it('are judged by people: kept with who and when, taken back, and never forgotten', async () => {
    // Written without the plus sign, as every call takes numbers.
    expect((await judge(OWN, TWIN.slice(1), 'SAME')).statusCode).toBe(200);
    expect((await judge(OWN, TWIN, 'DIFFERENT', setup.admin)).statusCode).toBe(200);
    const answer = z.array(SameFace).parse((await judge(OWN, TWIN, null)).json());
    const said = (list: SameFace[]) => list.find(({ phone }) => phone === TWIN);
    expect(said(answer)).toMatchObject({
      verdict: null,
      verdicts: [
        { verdict: null, by: 'user' },
        { verdict: 'DIFFERENT', by: 'admin' },
        { verdict: 'SAME', by: 'user' },
      ],
    });
    expect(said(await listOf(OWN))).toEqual(said(answer));
    await setup.bus.waitFor(
      'audit.logged',
      ({ data }) => data.details === calls.judgeSameFace.summary && data.actionType === 'PROFILE',
    );
  });

  it('are judged for both numbers at once', async () => {
    setup.client.answer({
      similarFaces: ({ body }) => ({
        enabled: true,
        mayHaveMore: false,
        matches: body.ids.includes(picture('e')) ? [alike(picture('e'), picture('a'), 0.45)] : [],
      }),
    });
    expect(await listOf(ALIKE)).toMatchObject([
      { phone: OWN, verdict: null },
      { phone: SHARER, verdict: null },
    ]);
    await judge(OWN, ALIKE, 'SAME');
    expect(await listOf(ALIKE)).toMatchObject([
      { phone: OWN, verdict: 'SAME', verdicts: [{ by: 'user' }] },
      { phone: SHARER, verdict: null },
    ]);
  });

  it('stay listed as long as a judgement stands, without a comparison when no face is near any more', async () => {
    const nobody = { similarFaces: () => ({ enabled: true, matches: [], mayHaveMore: false }) };
    setup.client.answer(nobody);
    const said = { near: false, phone: ALIKE, name: 'Botir', verdict: 'SAME', verdicts: [{ by: 'user' }] };
    const [first, ...others] = await listOf(OWN);
    expect(first).toMatchObject(said);
    expect(Object.keys(first ?? {}).sort()).toEqual(['name', 'near', 'phone', 'verdict', 'verdicts']);
    // TWIN's was taken back: there is nothing to undo.
    expect(others).toEqual([]);
    expect(await listOf(ALIKE)).toMatchObject([{ near: false, phone: OWN, verdict: 'SAME' }]);

    await judge(OWN, SHARER, 'DIFFERENT');
    expect(await listOf(OWN)).toMatchObject([{ near: false, phone: SHARER, verdict: 'DIFFERENT' }, said]);
    const undone = z.array(SameFace).parse((await judge(OWN, SHARER, null)).json());
    expect(undone).toMatchObject([{ near: false, phone: SHARER, verdict: null }, said]);
    expect(await listOf(OWN)).toMatchObject([said]);
    expect(await listOf(OWN)).toHaveLength(1);

    const nearAgain = alike(picture('a'), picture('e'), 0.45);
    setup.client.answer({ similarFaces: () => ({ enabled: true, matches: [nearAgain], mayHaveMore: false }) });
    const listed = await listOf(OWN);
    expect(listed).toMatchObject([{ near: true, phone: ALIKE, distance: 0.45, verdict: 'SAME' }]);
    expect(listed).toHaveLength(1);
    setup.client.answer(nobody);
  });

  it('are shown to, and judged by, those alone who may see profiles', async () => {
    const other = authed(setup.service.app, setup.tokenFor('USER', 'other', ['Webint']));
    const refused = { statusCode: 403, code: 'FORBIDDEN', message: errorCatalogue.FORBIDDEN.message };
    expect((await other.call(calls.sameFace, { params: { phone: OWN } })).json()).toMatchObject(refused);
    expect((await judge(OWN, ALIKE, 'DIFFERENT', other)).json()).toMatchObject(refused);
    expect((await judge(OWN, ALIKE, 'DIFFERENT', setup.nobody)).statusCode).toBe(401);
    expect((await listOf(OWN)).flatMap(({ verdicts }) => verdicts.map(({ by }) => by))).not.toContain('other');
  });

  it('refuses the number itself, and numbers without profile', async () => {
    expect((await judge(OWN, OWN, 'SAME')).json()).toMatchObject({ statusCode: 422, code: 'INVALID' });
    expect((await judge(OWN, '+998901119999', 'SAME')).json()).toMatchObject({ statusCode: 404 });
    expect((await judge('+998901119999', OWN, 'SAME')).json()).toMatchObject({ statusCode: 404 });
    expect((await setup.user.call(calls.sameFace, { params: { phone: '+998901119999' } })).statusCode).toBe(404);
  });

  it('asks for the user who looks, and tells him of a notice that he has not agreed to', async () => {
    const refuse = (): never => {
      throw apiError('FACE_NOTICE', { details: { notice: 'Only with a warrant.' } });
    };
    setup.client.answer({
      similarFaces: ({ body }) =>
        body.userId === 'id-of-reader' ? { enabled: true, matches: [], mayHaveMore: false } : refuse(),
    });
    const refused = { statusCode: 403, code: 'FACE_NOTICE', details: { notice: 'Only with a warrant.' } };
    expect((await setup.user.call(calls.sameFace, { params: { phone: OWN } })).json()).toMatchObject(refused);
    expect((await judge(OWN, TWIN, 'SAME')).json()).toMatchObject(refused);
    const reader = authed(setup.service.app, setup.tokenFor('USER', 'reader'));
    expect((await reader.call(calls.sameFace, { params: { phone: OWN } })).statusCode).toBe(200);
  });

  it('never answers nobody where faces are turned off or do not answer', async () => {
    setup.client.answer({ similarFaces: () => ({ enabled: false, matches: [], mayHaveMore: false }) });
    const off = await setup.user.call(calls.sameFace, { params: { phone: OTHER } });
    expect(off.json()).toMatchObject({ statusCode: 503, code: 'FACES_OFF' });
    setup.client.answer({
      similarFaces: () => {
        throw apiError('SERVICE_UNAVAILABLE');
      },
    });
    const down = await setup.user.call(calls.sameFace, { params: { phone: OWN } });
    expect(down.json()).toMatchObject({ statusCode: 503, code: 'SERVICE_UNAVAILABLE' });
    expect((await judge(OWN, TWIN, 'SAME')).statusCode).toBe(503);
  });

  it('what was said goes with a profile, and does not come back with the number', async () => {
    setup.client.answer({
      similarFaces: () => ({
        enabled: true,
        matches: [alike(picture('e'), picture('a'), 0.45)],
        mayHaveMore: false,
      }),
    });
    await setup.admin.call(calls.deleteProfile, { params: { phone: OWN } });
    await setup.resolve(withPictures(OWN, 'Anvar', picture('a')));
    expect((await listOf(ALIKE)).find(({ phone }) => phone === OWN)).toMatchObject({ verdict: null, verdicts: [] });
  });
});
