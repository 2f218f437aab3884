import { connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { calls, type JobFileForm } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import type { Api } from '../../src/calls/api.ts';
import { phoneAt, phonesFile } from '../../src/people/phones.ts';
import { keptPhones, uploadFiles } from '../../src/product/installation.ts';
import type { Product } from '../../src/product/product.ts';
import { oneOfEach, sharedProductForAll } from '../../src/product/tested-product.ts';

let product: Product;
let api: Api;
sharedProductForAll((opened) => ({ product, admin: api } = opened), oneOfEach);

const jobCount = async (): Promise<number> => (await api.call(calls.searchJobs, { body: {} })).totalElements;

const MEGABYTE = 1024 * 1024;
const LIMIT = 500 * MEGABYTE;
const PNG = Uint8Array.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1,
]);
const utf16 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'));
/** A file of exactly so many bytes: lines of one phone and a long second cell. */
function paddedFile(bytes: number): BlobPart[] {
  const line = (index: number): string => `${phoneAt(index)},${'x'.repeat(MEGABYTE - 14)}\n`;
  const parts: BlobPart[] = [];
  for (let left = bytes, index = 0; left > 0; left -= MEGABYTE, index++) parts.push(line(index).slice(0, left));
  return parts;
}

const refusals: Array<[string, () => BlobPart[], Partial<Record<keyof JobFileForm, string>>, object]> = [
  [
    'no name',
    () => [phonesFile(2)],
    {},
    { status: 400, body: { code: 'JOB_NAME_REQUIRED', message: 'Job name is required and cannot be empty' } },
  ],
  ['an empty file', () => [''], { name: 'x' }, { status: 422, body: { code: 'NO_PHONES' } }],
  ['only empty lines', () => ['\n;;\n\n'], { name: 'x' }, { status: 422, body: { code: 'NO_PHONES' } }],
  [
    'a picture',
    () => [PNG],
    { name: 'x' },
    { status: 415, body: { code: 'NOT_CSV', message: 'Please select CSV file' } },
  ],
  [
    'a quote that never closes',
    () => [`"${phoneAt(1)}\n${phoneAt(2)}\n`],
    { name: 'x' },
    { status: 422, body: { code: 'FILE_PARSING' } },
  ],
  [
    'letters, with the first ten lines',
    () => [[...Array(12).keys()].map((index) => `name${index}\n`).join('') + phonesFile(3)],
    { name: 'x' },
    {
      status: 422,
      body: {
        code: 'PHONES_NOT_NUMERIC',
        message: 'The phone list must contain only numbers and the + symbol',
        details: [...Array(10).keys()].map((index) => ({ line: index + 1, text: `name${index}` })),
      },
    },
  ],
  [
    '1,000,001 phones',
    () => [phonesFile(1_000_001)],
    { name: 'x' },
    { status: 413, body: { code: 'TOO_MANY_PHONES' } },
  ],
  [
    '500 MB and one byte',
    () => paddedFile(LIMIT + 1),
    { name: 'x' },
    { status: 413, body: { code: 'FILE_TOO_LARGE' } },
  ],
];

it.each(refusals)('refuses %s and leaves nothing behind', async (_title, content, form, refusal) => {
  const before = await jobCount();
  await expect(api.upload(content(), form)).rejects.toMatchObject(refusal);
  expect(await jobCount()).toBe(before);
});

it('takes exactly 500 MB', async () => {
  const job = await api.upload(paddedFile(LIMIT), { name: 'Large', hold: 'true' });
  expect(job).toMatchObject({ totalPhoneNumbers: 500, status: 'CREATED' });
});

it('leaves the lines with letters out when told so, and counts them', async () => {
  const job = await api.upload([`Anna\n${phonesFile(3)}Boris\n`], {
    name: 'Skips',
    skipInvalidLines: 'true',
    hold: 'true',
  });
  expect(job).toMatchObject({ totalPhoneNumbers: 3, skippedLines: 2 });
});

const accepted: Array<[string, BlobPart[], object]> = [
  ['UTF-16', [utf16(`Phone;Name\r\n+${phoneAt(1)};Анна\r\n${phoneAt(2)};Boris\r\n`)], { totalPhoneNumbers: 2 }],
  [
    'quoted fields with separators and line ends in them',
    [`name,phone\n"Smith, ""J""\nLtd","${phoneAt(5)}"\nOther,+${phoneAt(6)}`],
    { totalPhoneNumbers: 2 },
  ],
  [
    'repeats, written differently',
    [`${phoneAt(7)}\n +${phoneAt(7)} \n${phoneAt(8)}\r\n`],
    { totalPhoneNumbers: 2, duplicates: 1 },
  ],
  ['a file of one old line ending', [`tel\r${phoneAt(9)}\r${phoneAt(10)}`], { totalPhoneNumbers: 2 }],
];

it.each(accepted)('takes %s', async (_title, content, expected) => {
  expect(await api.upload(content, { name: 'Taken', hold: 'true' })).toMatchObject(expected);
});

it('keeps a number that no plan allows as not valid and never looks it up', async () => {
  const job = await api.upload([`${phoneAt(11)}\n99890\n`], { name: 'Judged' });
  const phones = await api.call(calls.jobPhones, {
    params: { id: job.number },
    body: { filters: { valid: false }, page: 0, size: 39 },
  });
  expect(phones.content.map((phone) => phone.status)).toEqual(['NOT_VALID']);
});

it.each([
  ['before its end', 100_000_000],
  ['after it, while its numbers are read', null],
])('keeps nothing of an upload whose sender goes %s', async (_when, announced) => {
  const before = await jobCount();
  const boundary = 'cut';
  const head = [
    `--${boundary}`,
    'content-disposition: form-data; name="name"',
    '',
    'Broken',
    `--${boundary}`,
    'content-disposition: form-data; name="file"; filename="p.csv"',
    '',
    '',
  ];
  const body = `${head.join('\r\n')}${phonesFile(200_000)}\r\n--${boundary}--\r\n`;
  // Refused calls are audited too, also when nobody is left to be told. Those of the tests before may still be on their way to the trail.
  const from = Date.now();
  const entries = async (outcome: { outcome?: string } = {}): Promise<number> => {
    const asked = { page: 0, size: 1, actionTypes: ['CREATE_JOB' as const], from, ...outcome };
    return (await api.call(calls.searchAudit, { body: asked })).totalElements;
  };
  await new Promise<void>((resolve, reject) => {
    const socket = connect(product.port, '127.0.0.1', () => {
      socket.write(
        [
          `POST ${calls.createJobFromFile.path} HTTP/1.1`,
          'host: 127.0.0.1',
          `authorization: Bearer ${api.token}`,
          `content-type: multipart/form-data; boundary=${boundary}`,
          `content-length: ${announced ?? Buffer.byteLength(body)}`,
          '',
          '',
        ].join('\r\n'),
      );
      socket.write(body, () => socket.destroy());
    });
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
  const broken = (): Promise<number> => entries({ outcome: 'UPLOAD_BROKEN' });
  expect(await askUntil(broken, (told) => told > 0, { withinMs: 20_000 })).toBe(1);
  expect(await entries()).toBe(1);
  // The product is still there, lists no new job, and soon holds no phone that is no job's.
  expect(await jobCount()).toBe(before);
  const kept = await askUntil(
    () => keptPhones(product.dataDir),
    ({ strangers }) => strangers === 0,
    { withinMs: 30_000 },
  );
  expect(kept.strangers).toBe(0);
  expect(kept.all).toBeGreaterThan(0);
  expect(uploadFiles(product.dataDir)).toEqual([]);
});
