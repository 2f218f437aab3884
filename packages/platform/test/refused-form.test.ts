import { afterAll, expect, it } from '@jest/globals';
import { acceptForms, type FileScanner, formParts } from '@numscope/platform';
import { askUntil } from '@numscope/testing/ask-until';
import fastify from 'fastify';

const app = fastify();
afterAll(() => app.close());

it('gives the place of a scan back where a form is refused before its file was read', async () => {
  const scans = { begun: 0, closed: 0 };
  const scanner: FileScanner = {
    async begin() {
      scans.begun++;
      return { write: async () => undefined, end: async () => undefined, close: () => void scans.closed++ };
    },
  };
  app.decorate('kit', { scanner } as typeof app.kit);
  await acceptForms(app, { fileBytes: 1_000_000, fieldBytes: 1000, files: 1, cutsFiles: false });
  app.post('/read', async (request) => {
    for await (const part of formParts(request)) if ('file' in part) await part.file.toBuffer();
    return {};
  });
  app.post('/refused', async (request, reply) => {
    // As who reads the form up to its file, and then finds a field wrong.
    await formParts(request).next();
    return reply.code(400).send({});
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const send = async (path: string): Promise<number> => {
    const body = new FormData();
    body.set('file', new Blob(['a'.repeat(300_000)]), 'file');
    const answer = await fetch(url + path, { method: 'POST', body, headers: { connection: 'close' } });
    await answer.arrayBuffer();
    return answer.status;
  };
  expect(await send('/read')).toBe(200);
  for (let times = 0; times < 3; times++) expect(await send('/refused')).toBe(400);
  await askUntil(
    () => scans,
    ({ begun, closed }) => begun === 4 && closed === 4,
  );
});
