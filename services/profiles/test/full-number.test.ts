import { expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { aroundAll } from '@numscope/testing/around';
import { type Imports, openImports, PHONE } from './imports.ts';
import { foundPhone } from './setup.ts';

let imports: Imports;
aroundAll(openImports, (opened) => (imports = opened));

/** All that is kept of the number, as it is exported. */
async function keptBytes(): Promise<number> {
  const raw = { filters: { phone: { values: [PHONE] } } };
  const query = { format: 'jsonl' } as const;
  return (await imports.setup.admin.call(calls.exportProfileStream, { query, raw })).rawPayload.length;
}
const row = (fields: object): string => `${JSON.stringify({ phone: PHONE, ...fields })}\n`;

it('what many large imports say of one number is put in, the newest of it, as far as it has room', async () => {
  const rows = Array.from({ length: 16 }, (_none, place) =>
    row({ firstName: `Name ${place}`, about: 'a'.repeat(950_000) }),
  );
  expect((await imports.upload(rows.join(''))).json()).toMatchObject({ imported: 16, state: 'DONE' });
  expect(await imports.profileOf()).toMatchObject({ firstName: 'Name 15', about: 'a'.repeat(950_000) });
  // Of the others as much as had room.
  const kept = await keptBytes();
  expect(kept).toBeLessThan(11 * 1024 * 1024);
  expect(kept).toBeGreaterThan(6 * 1024 * 1024);
});

it('a row that says more than has room with who says it is refused, and an answer of a source is put in without that', async () => {
  const addresses = Array.from({ length: 110_000 }, (_none, place) => String(place));
  const phone = '+998901234568';
  expect((await imports.upload(row({ phone, addresses }))).json()).toMatchObject({
    statusCode: 422,
    details: [{ row: 1, message: 'says more than is kept of a number: 10 MB with who says each value' }],
  });
  await imports.setup.resolve(foundPhone(phone, { city: 'Nukus', addresses }, { source: 'HIYA' }));
  expect(await imports.profileOf(phone)).toMatchObject({ city: 'Nukus', addresses: [] });
});
