import { afterAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { Api } from '../../src/api.ts';
import { dropDataDir, freePort, newDataDir } from '../../src/installation.ts';
import { filesWith, tablesWith } from '../../src/kept-bytes.ts';
import { phonesFile } from '../../src/phones.ts';
import { type Product, startProduct } from '../../src/product.ts';
import { jobIs } from '../../src/watch-job.ts';

const dataDir = newDataDir();
let product: Product;
afterAll(async () => {
  await product?.stop('SIGKILL');
  await dropDataDir(dataDir);
});

/** Milliseconds after the order: while jobs, sources, the profile or the events are at it. */
const moments = [5, 20, 40, 80, 160];

it('an erasure that was killed in the middle is finished by the next start', async () => {
  const options = { dataDir, port: await freePort(), embedded: true, env: { SANDBOX: 'true' } };
  product = await startProduct(options);
  let api = await Api.login(product.url);
  const job = await api.upload([phonesFile(300)], { name: 'Killed' });
  await jobIs(api, job.number, 'DONE');
  const page = await api.call(calls.searchProfiles, { body: { page: 0, size: 200, filters: {} } });
  const people = page.content.filter(({ emails }) => emails.length > 0).slice(0, moments.length);
  expect(people).toHaveLength(moments.length);
  for (const [index, { phone }] of people.entries()) {
    const ordered = api.call(calls.erasePhone, { body: { phone, purpose: 'asked for it' } }).catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, moments[index]));
    await product.stop('SIGKILL');
    await ordered;
    product = await startProduct(options);
    api = await Api.login(product.url);
    const certified = async (): Promise<boolean> => {
      const { content } = await api.call(calls.searchAudit, { body: { page: 0, size: 100, actionTypes: ['PRIVACY'] } });
      return content.some(({ details, args }) => details === 'Certificate of an erasure' && args['phone'] === phone);
    };
    // A kill before the order was kept leaves the order to whoever gave it.
    for (let tries = 0; !(await certified()) && tries < 100; tries++) {
      const known = await api.call(calls.getProfile, { params: { phone } }).then(
        () => true,
        () => false,
      );
      if (known && tries === 50) await api.call(calls.erasePhone, { body: { phone, purpose: 'asked again' } });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await certified()).toBe(true);
  }
  await product.stop();
  const content = people.flatMap(({ emails, id }) => [...emails, id]);
  expect(tablesWith(dataDir, content)).toEqual([]);
  expect(filesWith(dataDir, content)).toEqual([]);
  const digits = people.map(({ phone }) => phone.slice(1));
  const named = tablesWith(dataDir, digits).filter((place) => !/^audit\.sqlite|^profiles\.sqlite erasures/.test(place));
  expect(named).toEqual([]);
}, 300_000);
