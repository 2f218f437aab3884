import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { tempDir } from '@numscope/testing';
import { InvalidImport, readImport } from '../src/imports/read-import.ts';

/** What is wrong with a file, as whoever sent it is told. */
async function faultsOf(text: string): Promise<InvalidImport['faults']> {
  const folder = tempDir();
  const path = join(folder.path, 'file');
  await writeFile(path, text);
  const file = await open(path);
  try {
    const parts = readImport({ fd: file.fd, mapping: undefined }, { id: 'import', at: 0 });
    for await (const part of parts) expect(part.count).toBe(0);
  } catch (error) {
    if (error instanceof InvalidImport) return error.faults;
    throw error;
  } finally {
    await file.close();
    folder.remove();
  }
  return [];
}

const profile = (addresses: string): string => `{"phone":"+998901234567","addresses":[${addresses}]}`;

it('of a profile with very many wrong values some are told', async () => {
  for (const text of [profile(`${'1,'.repeat(300_000)}1`), `[${profile(`${'1,'.repeat(300_000)}1`)}]`]) {
    const faults = await faultsOf(text);
    expect(faults).toHaveLength(100);
    expect(faults[0]).toMatchObject({ row: 1, field: 'addresses.0' });
  }
});

it('of a place with a name of endless length the beginning is told', async () => {
  const network = 'n'.repeat(100_000);
  const said = `{"id":"1","source":"VIBER","at":1,"cached":false,"status":"FOUND","fields":{"other":{"${network}":1}},"trust":1}`;
  const [fault] = await faultsOf(`{"phone":"+998901234567","observations":[${said}]}`);
  expect(fault).toMatchObject({ row: 1, field: expect.stringMatching(/^observations\.0\.fields\.other\.n+$/) });
  expect(fault?.field).toHaveLength(500);
});

it('a profile with more values than any has is refused before each of them is told to be wrong', async () => {
  const most = { row: 1, message: 'has more than 500000 values' };
  expect(await faultsOf(profile(`${'1,'.repeat(600_000)}1`))).toEqual([most]);
  expect(await faultsOf(`[${profile(`${'1,'.repeat(600_000)}1`)}]`)).toEqual([most]);
  expect(await faultsOf(profile(`${'1,'.repeat(2_000_000)}1`))).toEqual([
    { row: 1, message: 'there may be 2000000 values, not more' },
  ]);
});

it('a profile that says of very many pictures that it brings them is read', async () => {
  const said = '{"id":"1","source":"VIBER","at":1,"cached":false,"status":"FOUND","fields":{},"trust":1}';
  const pictures = `${'{"id":"","bytes":""},'.repeat(150_000)}{"id":"","bytes":""}`;
  expect(
    await faultsOf(`{"phone":"+998901234567","observations":[${said}],"pictures":[${pictures}]}\n{}`),
  ).toMatchObject([{ row: 2, field: 'phone' }]);
});

it('of an array of very many that are no objects the first is told', async () => {
  expect(await faultsOf(`[${'1,'.repeat(1_000_000)}1]`)).toEqual([{ row: 1, message: 'every row must be an object' }]);
});

it('a table of very many columns, and a row of it that is longer than any profile, are refused as they come', async () => {
  expect(await faultsOf(`phone${';'.repeat(10_000)}\n`)).toEqual([
    { row: 0, message: 'there may be 10000 columns, not more' },
  ]);
  expect(await faultsOf(`phone;names\n+998901234567;${'a|'.repeat(600_000)}\n`)).toEqual([
    { row: 1, message: 'is longer than 1000000 characters' },
  ]);
});
