import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { InstalledClient } from '../../src/client-package/installed-client.ts';
import { ADMIN_PASSWORD, type Product } from '../../src/product/product.ts';
import { oneOfEach, sharedProductForAll } from '../../src/product/tested-product.ts';

let product: Product;
let installed: InstalledClient;
sharedProductForAll((opened) => ({ product } = opened), oneOfEach);
beforeAll(async () => {
  installed = await InstalledClient.install();
});
afterAll(() => installed.discard());

it('installs elsewhere, is typed there, and does a whole job on the Node.js of the machine', async () => {
  await installed.compile();
  const walk = await installed.walk({ NUMSCOPE_URL: product.url, NUMSCOPE_PASSWORD: ADMIN_PASSWORD });
  expect(walk).toEqual({
    node: expect.stringMatching(/^\d+\./),
    sent: 1,
    job: { status: 'DONE', totalPhoneNumbers: 30 },
    isWhole: true,
    areAlike: true,
    csvBytes: expect.any(Number),
    profile: true,
    isStopped: true,
    missing: {
      field: 'phone',
      message: 'Required parameter phone was null or undefined when calling getProfile',
    },
    noBody: {
      field: 'profileSearchFilter',
      message: 'Required parameter profileSearchFilter was null or undefined when calling searchProfiles',
    },
    unknown: { status: 404, code: 'NOT_FOUND' },
    outOfScope: { status: 403, code: 'KEY_SCOPE' },
    loggedOut: 'done',
  });
});
