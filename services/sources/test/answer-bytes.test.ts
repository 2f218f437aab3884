import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { calls, SourceInfo } from '@numscope/contracts';
import { provide, start } from './support/each-test.ts';
import { type FakeProvider } from './support/fake-provider.ts';
import { httpYaml, officeAnswer } from './support/office.ts';
import { type SourcesUnderTest } from './support/sources-under-test.ts';

interface Sent {
  bytes: Uint8Array;
  type?: string;
  encoding?: string;
  status?: number;
}

async function sourcesOf(
  { bytes, type = 'application/json', encoding, status = 200 }: Sent,
  lines: readonly string[] = [],
): Promise<{ provider: FakeProvider; sources: SourcesUnderTest }> {
  const provider = await provide((_call, response) => {
    response.writeHead(status, { 'content-type': type, ...(encoding ? { 'content-encoding': encoding } : {}) });
    response.end(bytes);
  });
  const yaml = httpYaml([`request: { url: "${provider.url}/{phone}" }`, 'retries: 0', ...lines]);
  return { provider, sources: await start({ yaml }) };
}

const XML = ['answer: { format: xml, map: { about: r.name } }'];
const CSV = ['answer: { format: csv, map: { about: name } }'];
/** Иван */
const CP1251 = [0xc8, 0xe2, 0xe0, 0xed];
const bytesOf = (...parts: Array<string | readonly number[]>): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('the text of an answer', () => {
  const xml1251 = bytesOf('<?xml version="1.0" encoding="windows-1251"?><r><name>', CP1251, '</name></r>');
  it.each<[string, Sent, string[]]>([
    ['by its charset', { bytes: bytesOf('name\n', CP1251), type: 'text/csv; charset="Windows-1251"' }, CSV],
    [
      'by the charset of JSON, too',
      { bytes: bytesOf('{"about":"', CP1251, '"}'), type: 'application/json;charset=cp1251' },
      [],
    ],
    ['by its XML declaration', { bytes: xml1251, type: 'application/xml' }, XML],
    [
      'by its XML declaration, where its charset is not that of its bytes',
      { bytes: xml1251, type: 'text/xml; charset=utf-8' },
      XML,
    ],
    ['by its byte order mark', { bytes: utf16('{"about":"Иван"}') }, []],
    [
      'by its byte order mark, which goes before all else',
      { bytes: utf16('name\nИван'), type: 'text/csv; charset=utf-8' },
      CSV,
    ],
    ['as UTF-8 where it says nothing', { bytes: bytesOf('{"about":"Иван"}'), type: 'text/plain' }, []],
    ['as UTF-8 where its charset is unknown', { bytes: bytesOf('name\nИван'), type: 'text/csv; charset=own' }, CSV],
    [
      'as UTF-8 where it is JSON in it, whatever it says',
      { bytes: bytesOf('{"about":"Иван"}'), type: 'application/json; charset=iso-8859-1' },
      [],
    ],
    [
      'as UTF-8 where it is declared to be UTF-16 and is not',
      { bytes: bytesOf('<?xml version="1.0" encoding="utf-16"?><r><name>Иван</name></r>'), type: 'text/xml' },
      XML,
    ],
  ])('is read %s', async (_what, sent, lines) => {
    const { sources } = await sourcesOf(sent, lines);
    expect((await officeAnswer(sources)).observation.fields).toEqual({ about: 'Иван' });
  });

  it.each<[string, Sent, string]>([
    ['nothing', { bytes: bytesOf('name\n', CP1251), type: 'text/csv' }, 'is not in UTF-8, and says no other charset'],
    [
      'another charset',
      { bytes: bytesOf('name\n', [0x83]), type: 'text/csv; charset=shift_jis' },
      'is not in shift_jis, as it says',
    ],
    [
      'one that nobody knows',
      { bytes: bytesOf('name\n', CP1251), type: 'text/csv; charset=own' },
      'is in an unknown charset (own)',
    ],
  ])('that is none is a fault and never kept as one, where it says %s', async (_what, sent, fault) => {
    const { provider, sources } = await sourcesOf(sent, CSV);
    const { status, message, observation } = await officeAnswer(sources);
    expect({ status, message }).toEqual({ status: 'FAILED', message: `sent an answer that ${fault}` });
    expect(observation.fields).toBeNull();
    expect(provider.seen).toHaveLength(1);
    const info = await sources.admin.call(calls.getSource, { params: { name: 'OFFICE' } });
    expect(SourceInfo.parse(info.json()).lastError?.kind).toBe('MAPPING');
  });

  it('does not matter where its status tells enough', async () => {
    const { sources } = await sourcesOf({ bytes: Buffer.from(CP1251), type: 'text/html', status: 503 });
    expect((await officeAnswer(sources)).message).toBe('failed with status 503');
    const refusing = await sourcesOf({ bytes: Buffer.from(CP1251), type: 'text/html', status: 402 });
    expect((await officeAnswer(refusing.sources)).message).toBe('refused with status 402');
  });
});

describe('a compressed answer', () => {
  const plain = Buffer.from('{"about":"Иван"}');

  it('is asked of nobody, unless the operator does', async () => {
    const { provider, sources } = await sourcesOf({ bytes: plain });
    await officeAnswer(sources);
    expect(provider.seen[0]?.headers['accept-encoding']).toBe('identity');
    const own = await provide((_call, response) => void response.end(plain));
    await officeAnswer(
      await start({ yaml: httpYaml([`request: { url: "${own.url}/{phone}", headers: { Accept-Encoding: gzip } }`]) }),
    );
    expect(own.seen[0]?.headers['accept-encoding']).toBe('gzip');
  });

  it.each<[string, Buffer]>([
    ['gzip', gzipSync(plain)],
    ['X-GZIP', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['identity', plain],
    ['gzip', Buffer.alloc(0)],
  ])('is unpacked all the same: %s', async (encoding, bytes) => {
    const { sources } = await sourcesOf({ bytes, encoding });
    const { status, observation } = await officeAnswer(sources);
    expect([status, observation.fields]).toEqual(
      bytes.length === 0 ? ['NOT_FOUND', null] : ['FOUND', { about: 'Иван' }],
    );
  });

  it.each<[string, string, Buffer, string]>([
    [
      'is more than is taken once it is unpacked',
      'gzip',
      gzipSync(Buffer.alloc(9_000_000, ' ')),
      'sent more than is taken',
    ],
    ['breaks off', 'gzip', gzipSync(plain).subarray(0, 20), 'sent an answer that cannot be unpacked (gzip)'],
    ['is none', 'br', plain, 'sent an answer that cannot be unpacked (br)'],
    [
      'is of a kind that is not read',
      'compress',
      plain,
      'sent an answer that is compressed, though nobody asked for it, as compress',
    ],
  ])('that %s is a fault', async (_what, encoding, bytes, message) => {
    const { provider, sources } = await sourcesOf({ bytes, encoding });
    expect(await officeAnswer(sources)).toMatchObject({ status: 'FAILED', message });
    expect(provider.seen).toHaveLength(1);
  });
});
