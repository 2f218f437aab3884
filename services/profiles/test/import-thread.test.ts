import { Worker } from 'node:worker_threads';
import { expect, it, jest } from '@jest/globals';
import { aroundAll } from '@numscope/testing/around';
import { calls } from '@numscope/contracts';
import { buildJob } from '@numscope/testing';
import { ImportThread } from '../src/store/import-thread.ts';
import { type Setup, setUp } from './setup.ts';

const PICTURE = 'a'.repeat(64);
const FILE = JSON.stringify([{ phone: '998901234567', images: [PICTURE] }]);

let setup: Setup;
aroundAll(setUp, (opened) => (setup = opened));

const upload = () => {
  const form = new FormData();
  form.set('file', new Blob([FILE]), 'people.json');
  return setup.admin.inject({ method: 'POST', url: calls.importProfiles.path, payload: form });
};

it('when the thread that reads an import ends, then that import is withdrawn and the next is read', async () => {
  const posted = jest.spyOn(Worker.prototype, 'postMessage');
  const endThread = async (): Promise<void> => {
    const place = posted.mock.calls.findIndex(([message]) => JSON.stringify(message).includes('import-reader'));
    const thread = posted.mock.contexts[place];
    if (!(thread instanceof Worker)) throw new Error('nobody reads imports');
    await thread.terminate();
  };
  let meanwhile = endThread;
  setup.client.answer({
    mainJob: () => buildJob({ id: 'main-job', number: 9, mainJob: true }),
    knownImages: async ({ body }) => {
      await meanwhile();
      return { known: body.ids };
    },
  });
  expect((await upload()).statusCode).toBeGreaterThanOrEqual(500);
  posted.mockRestore();
  expect((await setup.admin.call(calls.listImports)).json()).toMatchObject([{ state: 'WITHDRAWN' }]);
  meanwhile = async () => undefined;
  expect((await upload()).json()).toMatchObject({ imported: 1, state: 'DONE' });
});

it('begins one thread for all who ask at once, and none after its end', async () => {
  const thread = new ImportThread();
  const [first, second] = await Promise.all([thread.reader(), thread.reader()]);
  expect(second).toBe(first);
  await thread.close();
  expect(first.hasEnded).toBe(true);
  await expect(thread.reader()).rejects.toThrow('no import is read any more');
});
