import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { buildClientPackage } from '@numscope/client/build/build-package.ts';
import { ADMIN_PASSWORD } from '../../src/product/product.ts';
import { consoleSuite } from '../../src/browser/console-suite.ts';

const suite = consoleSuite();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'numscope-client-'));
  await buildClientPackage(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ADDRESS = '/of-a-program/client.js';

it('is a module that a page takes as it is, under a policy that lets no text become code', async () => {
  const { page } = await suite.open();
  const body = await readFile(join(folder, 'index.js'), 'utf8');
  // On a page of the product, as it lets no other origin in.
  await page.route(`**${ADDRESS}`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await page.goto('/login');
  const walk = await page.evaluate(
    async ([address, password]) => {
      const { exportedProfiles, logIn, pagesOf, RequiredError } = (await import(
        address
      )) as typeof import('@numscope/client');
      const client = await logIn('', 'admin', password);
      const messages = client.messages();
      const first = await messages.next();
      const phones = Array.from({ length: 20 }, (_none, n) => `9989022277${n + 10}`);
      const form = new FormData();
      form.set('name', 'From a page');
      form.set('file', new File([phones.join('\n')], 'phones.csv'));
      let part = 0;
      const onProgress = (sent: number, total: number): void => void (part = sent / total);
      const { number } = await client.upload('createJobFromFile', form, { onProgress });
      let counts = { FOUND: -1 };
      for await (const message of messages) {
        if (message.type !== 'job.updated' || message.data.number !== number || message.data.status !== 'DONE')
          continue;
        ({ counts } = message.data);
        break;
      }
      const filters = { jobId: { values: [number] } };
      const found: string[] = [];
      for await (const each of pagesOf(client, 'searchProfiles', (page) => ({ body: { page, size: 5, filters } })))
        found.push(each.phone);
      const exported: string[] = [];
      for await (const { phone } of exportedProfiles(client, { filters })) exported.push(phone);
      const wrong = { params: {} } as { params: { id: string } };
      const missing = await client.call('deleteUser', wrong).then(
        () => null,
        (error: unknown) => (error instanceof RequiredError ? error.message : String(error)),
      );
      return {
        first: first.value,
        part,
        isWhole: found.length === counts.FOUND && found.length > 5,
        areAlike: found.sort().join() === exported.sort().join(),
        missing,
      };
    },
    [ADDRESS, ADMIN_PASSWORD] as const,
  );
  expect(walk).toEqual({
    first: { type: 'ready' },
    part: 1,
    isWhole: true,
    areAlike: true,
    missing: 'Required parameter id was null or undefined when calling deleteUser',
  });
});
