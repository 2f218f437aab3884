import { describe, expect, it } from '@jest/globals';
import { calls, Profile } from '@numscope/contracts';
import { buildJob } from '@numscope/testing';
import { aroundAll } from '@numscope/testing/around';
import { Readable } from 'node:stream';
import { pictureCarrier } from '../src/presenters/carried-pictures.ts';
import { type Imports, openImports, OTHER_PICTURE, PICTURE } from './imports.ts';
import { foundPhone, setUp } from './setup.ts';

describe('importing profiles with pictures', () => {
  let setup: Imports['setup'];
  let upload: Imports['upload'];
  let profileOf: Imports['profileOf'];
  aroundAll(openImports, (opened) => ({ setup, upload, profileOf } = opened));

  it('a picture that is not there is left out', async () => {
    const images = ['b'.repeat(64), PICTURE];
    expect((await upload(JSON.stringify([{ phone: '998901111119', images }]))).json()).toMatchObject({ imported: 1 });
    expect((await profileOf('+998901111119')).images).toEqual([PICTURE]);
  });

  it('profiles that refer to more pictures than images is asked for at once are taken, and of those each that is there', async () => {
    const idOf = (phone: number, place: number) => `${phone}${place}`.padStart(64, '0');
    const rows = Array.from({ length: 400 }, (_none, row) => ({
      phone: `+99890222${String(row).padStart(4, '0')}`,
      images: [...Array.from({ length: 29 }, (_other, place) => idOf(row + 1000, place + 1000)), PICTURE],
    }));
    expect((await upload(JSON.stringify(rows))).json()).toMatchObject({ imported: 400, state: 'DONE' });
    expect((await profileOf(rows.at(-1)?.phone)).images).toEqual([PICTURE]);
  });

  it('a picture comes with its bytes, once, by the id that it gets here', async () => {
    const of = (phone: string, pictures?: object[]) => ({
      phone,
      observations: [
        {
          id: phone,
          source: 'VIBER',
          at: 1,
          cached: false,
          status: 'FOUND',
          fields: { photos: ['d'.repeat(64)] },
          trust: 1,
        },
      ],
      pictures,
    });
    const bytes = Buffer.from('another').toString('base64');
    const lines = [of('+998901111116', [{ id: 'd'.repeat(64), bytes }]), of('+998901111115')];
    expect((await upload(lines.map((line) => JSON.stringify(line)).join('\n'))).json()).toMatchObject({ imported: 2 });
    for (const phone of ['+998901111116', '+998901111115'])
      expect((await profileOf(phone)).images).toEqual([OTHER_PICTURE]);
    await setup.resolve(
      foundPhone('+998901111114', { photos: [PICTURE] }),
      foundPhone('+998901111113', { photos: [PICTURE] }),
    );
    const filters = { phone: { values: ['+998901111114', '+998901111113'] } };
    const exported = await setup.admin.call(calls.exportProfileStream, { raw: { filters } });
    const carried = Buffer.from('bytes of the picture').toString('base64');
    const [first = '', second = '', end = ''] = exported.body.split('\n');
    expect(JSON.parse(first)).toMatchObject({ phone: '+998901111113', pictures: [{ id: PICTURE, bytes: carried }] });
    expect(JSON.parse(second)).not.toHaveProperty('pictures');
    expect(JSON.parse(end)).toMatchObject({ count: 2 });
  });

  it('a picture that is none is told by the profile behind it, and the first rows of a file have no pictures', async () => {
    const line = JSON.stringify({ phone: '+998901111112', names: [{ name: 'Anvar', type: 'OK' }] });
    const picture = (bytes: string) => JSON.stringify({ picture: { id: PICTURE, bytes } });
    expect((await upload([line, picture('no base64!'), line].join('\n'))).json()).toMatchObject({
      statusCode: 422,
      details: [{ row: 2, field: 'picture.bytes' }],
    });
    const form = new FormData();
    form.set('file', new Blob([[picture('AAAA'), line].join('\n')]), 'people');
    const preview = await setup.admin.inject({ method: 'POST', url: calls.previewImport.path, payload: form });
    expect(preview.json()).toMatchObject({ rows: [['+998901111112', expect.stringContaining('Anvar')]], faults: [] });
  });

  it('a profile with many large pictures goes out and comes into an empty installation', async () => {
    const pictures = Array.from({ length: 6 }, (_none, at) => Buffer.alloc(9 * 1024 * 1024, at + 1));
    const ids = pictures.map((_bytes, at) => `${at}`.repeat(64));
    const phone = '+998907654321';
    const other = await setUp();
    const stored: string[] = [];
    try {
      other.client.answer({
        mainJob: () => buildJob({ id: 'main-job', number: 9, mainJob: true }),
        readImage: ({ params }) => ({ body: pictures[ids.indexOf(params.id)] ?? '' }),
        knownImages: ({ body }) => ({ known: body.ids.filter((id) => stored.includes(id)) }),
        storeImage({ bytes }) {
          const content = Buffer.from(bytes?.content ?? []);
          const id = ids[pictures.findIndex((each) => each.equals(content))] ?? '';
          stored.push(id);
          return { id, type: 'image/png', width: 1, height: 1, bytes: content.length };
        },
      });
      await other.resolve(foundPhone(phone, { firstName: 'Anvar', photos: ids }));
      const exported = await other.admin.call(calls.exportProfileStream, { raw: {} });
      await other.admin.call(calls.deleteProfile, { params: { phone } });
      const form = new FormData();
      form.set('file', new Blob([Uint8Array.from(exported.rawPayload)]), 'people');
      const answer = await other.admin.inject({ method: 'POST', url: calls.importProfiles.path, payload: form });
      expect(answer.json()).toMatchObject({ imported: 1, state: 'DONE' });
      const profile = await other.user.call(calls.getProfile, { params: { phone } });
      expect(Profile.parse(profile.json()).images).toEqual(ids);
      expect(stored.toSorted()).toEqual(ids);
    } finally {
      await other.close();
    }
  }, 180_000);

  it('the pictures of former holders go out beside those of the present one', async () => {
    const carry = pictureCarrier(setup.client);
    const [own, former, formerAlone] = ['b', 'c', 'd'].map((letter) => letter.repeat(64));
    const idsOf = async (profile: object): Promise<string[]> => {
      const [line = ''] = await Readable.from(carry(JSON.stringify(profile))).toArray();
      return (JSON.parse(line).pictures ?? []).map(({ id }: { id: string }) => id);
    };
    expect(await idsOf({ images: [own], earlier: [{ images: [] }, { images: [former] }] })).toEqual([own, former]);
    expect(await idsOf({ images: [], earlier: [{ images: [formerAlone] }] })).toEqual([formerAlone]);
    expect(await idsOf({ images: [], earlier: [{ images: [] }] })).toEqual([]);
  });

  it('of many pictures the export remembers the latest that went out', async () => {
    const carry = pictureCarrier(setup.client, { mostKnown: 2, inLineChars: 0 });
    const linesOf = async (...letters: string[]): Promise<unknown[]> =>
      (await Readable.from(carry(JSON.stringify({ images: letters.map((letter) => letter.repeat(64)) }))).toArray())
        .slice(0, -1)
        .map((line: string): unknown => JSON.parse(line).picture.id[0]);
    expect(await linesOf('a', 'b', 'b')).toEqual(['a', 'b']);
    expect(await linesOf('b', 'c')).toEqual(['c']);
    expect(await linesOf('a', 'c')).toEqual(['a']);
  });
});
