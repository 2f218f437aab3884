import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { runHook } from '../../../packages/ui/test/run-hook.ts';
import { UploadStopped, useUpload } from '../src/features/create/use-upload.ts';
import { emptyDraft } from '../src/domain/job-draft.ts';

/** A server that reads the first `pieces` of an upload, and never answers. */
const readsOnly =
  (pieces: number): typeof fetch =>
  async (_input, init) => {
    const { body, signal } = init ?? {};
    if (!(body instanceof ReadableStream) || !signal) throw new Error('no upload');
    const reader = body.getReader();
    for (let read = 0; read < pieces; read += 1) if ((await reader.read()).done) break;
    if (!signal.aborted) await once(signal, 'abort');
    throw new Error('aborted');
  };

it.each([
  ['on its way', 1, false],
  ['whole at the server, which may be done with it', Infinity, true],
])('an upload that is stopped tells that it was %s', async (_case, pieces, whole) => {
  fakeBrowser();
  const real = globalThis.fetch;
  globalThis.fetch = readsOnly(pieces);
  const run = runHook(useUpload, {});
  const file = new File(['998901234567\n'.repeat(10_000)], 'phones.csv');
  const reading = { skipInvalidLines: false, clean: false };
  const sent = run.now().send({ draft: emptyDraft, file, target: null, reading });
  await run.until(({ state }) => state !== null && state.sent > 0 && state.reading === whole);
  run.now().stop();
  await expect(sent).rejects.toEqual(new UploadStopped(whole));
  await sent.catch((error: unknown) => expect(error).toMatchObject({ whole }));
  run.end();
  globalThis.fetch = real;
});
