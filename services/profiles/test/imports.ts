import { calls, Profile } from '@numscope/contracts';
import { buildJob } from '@numscope/testing';
import type { LightMyRequestResponse } from 'fastify';
import { type Setup, setUp } from './setup.ts';

export const PHONE = '+998901234567';
/** The one that images has. */
export const PICTURE = 'a'.repeat(64);
/** What images makes of any other. */
export const OTHER_PICTURE = 'c'.repeat(64);

/** A service into which profiles are imported, beside services that answer what an import asks. */
export interface Imports {
  setup: Setup;
  upload(file: string | Uint8Array | null, mapping?: object): Promise<LightMyRequestResponse>;
  profileOf(phone?: string): Promise<Profile>;
  close(): Promise<void>;
}

export async function openImports(): Promise<Imports> {
  const setup = await setUp();
  setup.client.answer({
    mainJob: () => buildJob({ id: 'main-job', number: 9, mainJob: true }),
    knownImages: ({ body }) => ({ known: body.ids.filter((id) => id === PICTURE) }),
    readImage: () => ({ body: 'bytes of the picture' }),
    storeImage: ({ bytes }) => ({
      id: Buffer.from(bytes?.content ?? []).toString() === 'bytes of the picture' ? PICTURE : OTHER_PICTURE,
      type: 'image/png',
      width: 1,
      height: 1,
      bytes: 20,
    }),
  });
  return {
    setup,
    upload(file, mapping) {
      const form = new FormData();
      if (mapping) form.set('mapping', JSON.stringify(mapping));
      if (file !== null)
        form.set('file', new Blob([typeof file === 'string' ? file : Uint8Array.from(file)]), 'people');
      return setup.admin.inject({ method: 'POST', url: calls.importProfiles.path, payload: form });
    },
    profileOf: async (phone = PHONE) =>
      Profile.parse((await setup.user.call(calls.getProfile, { params: { phone } })).json()),
    close: () => setup.close(),
  };
}
