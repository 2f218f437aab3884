import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger, type FileScanner } from '@numscope/platform';
import { EICAR, type IcapServer, icapServer } from '@numscope/testing/icap-server';
import { tempDir } from '@numscope/testing';
import { array, assert, asyncProperty, uint8Array } from 'fast-check';
import { commandScanner, icapScanner } from '../src/scanning/index.ts';

const log = createLogger('scanning', 'silent');
const patient = { log, patienceMs: 20_000 };
const impatient = { log, patienceMs: 50 };

async function scan(scanner: FileScanner, pieces: readonly Uint8Array[]): Promise<string> {
  const begun = await scanner.begin().catch((error: unknown) => String(Reflect.get(Object(error), 'code')));
  if (typeof begun === 'string') return begun;
  try {
    for (const piece of pieces) await begun.write(piece);
    await begun.end();
    return 'clean';
  } catch (error) {
    return String(Reflect.get(Object(error), 'code'));
  } finally {
    begun.close();
  }
}
const texts = (...parts: string[]): Buffer[] => parts.map((part) => Buffer.from(part));
const halves = [EICAR.slice(0, 30), EICAR.slice(30)];

/** What both kinds of scanner promise. */
function promises(scanner: () => FileScanner): void {
  it('lets a clean file pass, be it empty, small or of many pieces', async () => {
    const many = Array.from({ length: 200 }, (_, index) => Buffer.alloc(8 * 1024, index));
    for (const pieces of [[], texts(''), texts('+998901234567\n'), many])
      expect(await scan(scanner(), pieces)).toBe('clean');
  });

  it('refuses an infected one, also where it comes in pieces and goes on for long', async () => {
    expect(await scan(scanner(), texts(EICAR))).toBe('FILE_INFECTED');
    expect(await scan(scanner(), texts('before', ...halves))).toBe('FILE_INFECTED');
    const rest = Array.from({ length: 200 }, () => Buffer.alloc(8 * 1024));
    expect(await scan(scanner(), [...texts(...halves), ...rest])).toBe('FILE_INFECTED');
  });

  it('scans many that come at once, each for itself', async () => {
    const one = scanner();
    const found = await Promise.all(
      Array.from({ length: 12 }, (_, index) => scan(one, texts('x', index % 3 === 0 ? EICAR : 'y'))),
    );
    expect(found).toEqual(found.map((_, index) => (index % 3 === 0 ? 'FILE_INFECTED' : 'clean')));
  });
}

describe('a server of ICAP', () => {
  let server: IcapServer;
  beforeEach(async () => (server = await icapServer()));
  afterEach(() => server.close());
  promises(() => icapScanner(server.url, patient));

  it('gets every file byte by byte as it was, however it came', async () => {
    const pieces = array(uint8Array({ maxLength: 300 }), { maxLength: 12 });
    await assert(
      asyncProperty(pieces, async (sent) => {
        expect(await scan(icapScanner(server.url, patient), sent)).toBe('clean');
        expect(server.files.at(-1)?.equals(Buffer.concat(sent))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('that is not there refuses every file, and is asked again when it is back', async () => {
    const { url, port } = server;
    await server.close();
    expect(await scan(icapScanner(url, patient), texts('x'))).toBe('SCANNER_UNAVAILABLE');
    server = await icapServer(undefined, port);
    expect(await scan(icapScanner(url, patient), texts('x'))).toBe('clean');
  });
});

describe.each<[what: string, answer: string | null]>([
  ['closes without a word', ''],
  ['answers with an error', 'ICAP/1.0 500 Server error\r\n\r\n'],
  ['knows no such service', 'ICAP/1.0 404 ICAP Service not found\r\n\r\n'],
  ['talks something else', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['talks without end', 'x'.repeat(20_000)],
  ['never answers', null],
])('a server of ICAP that %s', (_what, answer) => {
  it('lets no file pass', async () => {
    const server = await icapServer((socket) => void (answer === null ? undefined : socket.end(answer)));
    const scanner = icapScanner(server.url, answer === null ? impatient : patient);
    expect(await scan(scanner, [...texts('x'), ...Array.from({ length: 50 }, () => Buffer.alloc(64 * 1024))])).toBe(
      'SCANNER_UNAVAILABLE',
    );
    await server.close();
  });
});

it('a server of ICAP that says clean before it has the whole file is not believed', async () => {
  const server = await icapServer((socket) => void socket.end('ICAP/1.0 204 No Content\r\n\r\n'));
  const begun = await icapScanner(server.url, patient).begin();
  const goOn = async (): Promise<void> => {
    for (;;) {
      await begun.write(Buffer.from('x'));
      await turn();
    }
  };
  await expect(goOn()).rejects.toMatchObject({ code: 'SCANNER_UNAVAILABLE' });
  begun.close();
  await server.close();
});

it('a server of ICAP that refuses early is believed', async () => {
  const found = 'ICAP/1.0 200 OK\r\nX-Virus-ID: Eicar\r\n\r\n';
  const server = await icapServer((socket) => void socket.end(found));
  const rest = Array.from({ length: 50 }, () => Buffer.alloc(64 * 1024));
  expect(await scan(icapScanner(server.url, patient), rest)).toBe('FILE_INFECTED');
  await server.close();
});

it('scans that never end hold up others no longer than is said', async () => {
  const server = await icapServer(() => undefined);
  const scanner = icapScanner(server.url, impatient);
  const held = await Promise.all(Array.from({ length: 8 }, () => scanner.begin()));
  expect(await scan(scanner, texts('x'))).toBe('SCANNER_UNAVAILABLE');
  for (const one of held) one.close();
  await expect(scanner.begin().then((one) => one.close())).resolves.toBeUndefined();
  await server.close();
});

it('what is no server is found out by its silence', async () => {
  const server = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  expect(await scan(icapScanner(`icap://127.0.0.1:${port}/scan`, impatient), texts('x'))).toBe('SCANNER_UNAVAILABLE');
  server.close();
});

describe('a program', () => {
  let folder: ReturnType<typeof tempDir>;
  beforeEach(() => void (folder = tempDir()));
  afterEach(() => folder.remove());
  const program = (body: string): string => {
    const file = join(folder.path, 'scan.mjs');
    writeFileSync(file, body);
    return `${process.execPath} ${file}`;
  };
  const finds = `let all = ''; for await (const piece of process.stdin) all += piece;
    console.log('stream: Eicar-Signature FOUND'); process.exit(all.includes(${JSON.stringify(halves)}.join('')) ? 1 : 0)`;
  promises(() => commandScanner(program(finds), patient));

  it.each([
    ['ends with another code', 'process.exit(2)'],
    ['is killed', "process.kill(process.pid, 'SIGKILL'); setInterval(() => undefined, 1000)"],
    ['ends well without having read the file', 'process.exit(0)'],
  ])('that %s lets no file pass', async (_what, body) => {
    const pieces = Array.from({ length: 100 }, () => Buffer.alloc(64 * 1024));
    expect(await scan(commandScanner(program(body), patient), pieces)).toBe('SCANNER_UNAVAILABLE');
  });

  it('that never ends, or is not there, lets none pass either', async () => {
    const silent = program('setInterval(() => undefined, 1000)');
    expect(await scan(commandScanner(silent, impatient), texts('x'))).toBe('SCANNER_UNAVAILABLE');
    expect(await scan(commandScanner('/nowhere/clamdscan -', patient), texts('x'))).toBe('SCANNER_UNAVAILABLE');
  });

  it('learns nothing of our environment', async () => {
    process.env['SCANNED_SECRET'] = 'secret';
    const looks = `process.stdin.resume(); process.stdin.on('end', () => process.exit(process.env.SCANNED_SECRET ? 1 : 0))`;
    expect(await scan(commandScanner(program(looks), patient), texts('x'))).toBe('clean');
    delete process.env['SCANNED_SECRET'];
  });
});
