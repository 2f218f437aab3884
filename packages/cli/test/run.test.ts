import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { run } from '@numscope/cli';
import type { Job } from '@numscope/contracts';
import { buildJob } from '../../testing/src/builders.ts';

interface Ran {
  code: number;
  out: string;
  err: string;
}

async function numscope(args: string[], env: NodeJS.ProcessEnv = {}, isTTY = false, awayMs?: number): Promise<Ran> {
  const written = { out: '', err: '' };
  const sink = (name: 'out' | 'err') => ({
    write: (text: string | Uint8Array) => {
      written[name] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
      return true;
    },
    once: () => undefined,
    isTTY,
  });
  const surroundings = { env, out: sink('out'), err: sink('err') };
  const code = await run(args, awayMs === undefined ? surroundings : { ...surroundings, awayMs });
  return { code, ...written };
}

let server: Server;
let env: NodeJS.ProcessEnv;
let answer: (path: string, response: ServerResponse) => void;
beforeAll(async () => {
  server = createServer((request, response) => answer(request.url ?? '', response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  env = { NUMSCOPE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, NUMSCOPE_KEY: 'nsk_x' };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it.each<[string, string[], NodeJS.ProcessEnv, RegExp]>([
  ['an unknown command', ['jobb'], {}, /unknown command 'jobb'.*job/s],
  ['a missing argument', ['profile', 'get'], {}, /missing required argument 'phone'/],
  ['a number that is none', ['job', 'show', 'seven'], {}, /must be a whole number/],
  ['a format that there is not', ['profile', 'export', '--format', 'pdf'], {}, /jsonl, csv, xlsx/],
  ['nobody who asks', ['job', 'list'], {}, /NUMSCOPE_KEY.*NUMSCOPE_USERNAME and NUMSCOPE_PASSWORD/],
  ['an address that is none', ['job', 'list'], { NUMSCOPE_KEY: 'k', NUMSCOPE_URL: 'here' }, /NUMSCOPE_URL must be/],
  ['a key that none can be', ['job', 'list'], { NUMSCOPE_KEY: 'a\nb' }, /NUMSCOPE_KEY is no API key/],
  ['a file that is not there', ['job', 'create', 'missing.csv'], { NUMSCOPE_KEY: 'k' }, /missing\.csv cannot be read/],
  [
    'a folder in the place of a file',
    ['job', 'create', tmpdir()],
    { NUMSCOPE_KEY: 'k' },
    new RegExp(`${tmpdir()} cannot be read: it is no file`),
  ],
  ['a status that there is not', ['job', 'list', '--status', 'RUNNING'], { NUMSCOPE_KEY: 'k' }, /choices are CREATED,/],
  ['an erasure that is not confirmed', ['erase', '+1', '--purpose', 'p'], { NUMSCOPE_KEY: 'k' }, /say --yes/],
  [
    'a region that there is not',
    ['job', 'range', '1', '2', '--region', 'ZZ'],
    { NUMSCOPE_KEY: 'k' },
    /region: must be the ISO code/,
  ],
  ['a spreadsheet for a terminal', ['profile', 'export', '--format', 'xlsx'], { NUMSCOPE_KEY: 'k' }, /--out FILE/],
])('ends with 2 and says why at %s', async (_what, args, surroundings, says) => {
  const { code, out, err } = await numscope(args, surroundings);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(says);
});

it('ends as the script of the repository that it runs', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'numscope-cli-'));
  const surroundings = { ...process.env, DATA_DIR: join(empty, 'data') };
  // There is no trail to look at, and no backup to bring back.
  expect((await numscope(['audit', 'verify'], surroundings)).code).toBe(2);
  expect((await numscope(['restore', '--from', join(empty, 'none')], surroundings)).code).toBe(1);
  rmSync(empty, { recursive: true });
});

it('ends with 1 where nobody answers, and says where it asked', async () => {
  const { code, err } = await numscope(['job', 'list'], { NUMSCOPE_KEY: 'k', NUMSCOPE_URL: 'http://127.0.0.1:9' });
  expect(code).toBe(1);
  expect(err).toMatch(/does not answer at http:\/\/127\.0\.0\.1:9: is it started/);
});

it('ends with 1 where a file is changed while it is sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'numscope-cli-'));
  const file = join(folder, 'phones.csv');
  writeFileSync(file, '998901234567\n'.repeat(3_000_000));
  answer = () => undefined;
  // Only once its first bytes are there is it being read.
  server.once('request', (request) => request.once('data', () => truncateSync(file, 100)));
  const { code, err } = await numscope(['job', 'create', file], env);
  rmSync(folder, { recursive: true });
  expect([code, err]).toEqual([1, expect.stringMatching(/changed or taken away while it was sent \[FILE_CHANGED\]/)]);
});

it('waits for no job of a server that is not there', async () => {
  const { code, err } = await numscope(['job', 'watch', '7'], {
    NUMSCOPE_KEY: 'k',
    NUMSCOPE_URL: 'http://127.0.0.1:9',
  });
  expect([code, err]).toEqual([1, expect.stringContaining('does not answer at')]);
});

describe('an import', () => {
  const info = {
    id: 'i7',
    state: 'DONE',
    profiles: 3,
    applied: 3,
    by: 'root',
    startedAt: 1,
    finishedAt: 2,
    faults: [],
  };
  const inJson = (response: ServerResponse, status: number, body: unknown): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  let folder: string;
  let file: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'numscope-cli-'));
    file = join(folder, 'people.csv');
    writeFileSync(file, 'phone\n998901234567\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  /** Taken in, and then asked about. */
  const imported = (ask: (response: ServerResponse) => void): void => {
    answer = (path, response) =>
      path === '/api/profile/import'
        ? inJson(response, 201, { imported: 0, id: 'i7', state: 'READING' })
        : ask(response);
  };

  it('is waited for while the server is away for a moment, which is said once', async () => {
    let asked = 0;
    imported((response) => {
      asked++;
      if (asked === 1) response.destroy();
      else if (asked === 2) inJson(response, 503, { code: 'SERVICE_UNAVAILABLE' });
      else inJson(response, 200, info);
    });
    const ran = await numscope(['profile', 'import', file], env);
    expect(ran).toEqual({
      code: 0,
      out: '3 profiles imported\n',
      err: 'Numscope does not answer just now: it is asked again\n',
    });
    expect(asked).toBe(3);
  });

  it('is given up where the server stays away, and how to wait on is said', async () => {
    imported((response) => response.destroy());
    const { code, out, err } = await numscope(['profile', 'import', file], env, false, 0);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^To wait on: numscope profile watch-import i7\nNumscope does not answer at/);
    imported((response) => inJson(response, 200, info));
    expect(await numscope(['profile', 'watch-import', 'i7'], env)).toMatchObject({
      code: 0,
      out: '3 profiles imported\n',
    });
  });

  it('that nobody knows is not waited for', async () => {
    const unknown = { statusCode: 404, code: 'NOT_FOUND', message: 'Not found', requestId: 'r2' };
    answer = (_path, response) => inJson(response, 404, unknown);
    const { code, err } = await numscope(['profile', 'watch-import', 'i8'], env);
    expect([code, err]).toEqual([1, 'Not found [NOT_FOUND] (request r2)\n']);
  });
});

describe('a job that is waited for', () => {
  const job = buildJob({ number: 7, status: 'IN_PROGRESS', progress: 10 });
  /** Opens each websocket, and says that it is ready once its client has said who it is. */
  const tell = ({ headers }: IncomingMessage, socket: Duplex): void => {
    const accept = createHash('sha1')
      .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    const ready = JSON.stringify({ type: 'ready' });
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    );
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(Buffer.from([0x81, ready.length, ...Buffer.from(ready)])));
  };
  beforeAll(() => void server.on('upgrade', tell));
  afterAll(() => void server.off('upgrade', tell));
  const watch = (
    answers: ReadonlyArray<Job | null>,
    awayMs?: number,
    words: string[] = ['job', 'watch', '7'],
  ): Promise<Ran> => {
    const left = [...answers];
    answer = (_path, response) => {
      const told = left.shift();
      if (!told) return void response.writeHead(503).end();
      response.setHeader('content-type', 'application/json').end(JSON.stringify(told));
    };
    return numscope(words, env, false, awayMs);
  };

  it('is asked about again while the server cannot tell how it is', async () => {
    const ran = await watch([job, null, { ...job, status: 'DONE', progress: 100 }]);
    expect(ran).toMatchObject({ code: 0, err: 'Numscope does not answer just now: it is asked again\n' });
  });

  it('is waited for where it was made just before the server went away', async () => {
    const words = ['job', 'range', '998901230000', '998901230001', '--watch'];
    const ran = await watch([job, null, { ...job, status: 'DONE', progress: 100 }], undefined, words);
    expect([ran.code, ran.err]).toEqual([
      0,
      expect.stringMatching(/^Job 7 was made .*\nNumscope does not answer just/),
    ]);
  });

  it('is given up where it never can, and how to wait on is said', async () => {
    expect(await watch([job], 0)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^To wait on: numscope job watch 7\n.*503/),
    });
  });
});

it('ends with 1 at a refusal, and tells its code, its details and its request, but never the key', async () => {
  answer = (_path, response) => {
    response.writeHead(403, { 'content-type': 'application/json' });
    const body = { statusCode: 403, code: 'KEY_SCOPE', message: 'not made for this', details: { scope: 'jobs:read' } };
    response.end(JSON.stringify({ ...body, requestId: 'r9' }));
  };
  const { code, out, err } = await numscope(['job', 'list'], env);
  expect([code, out]).toEqual([1, '']);
  expect(err).toBe('not made for this [KEY_SCOPE] (request r9)\n{"scope":"jobs:read"}\n');
});

it('lists the jobs of the statuses that are asked for as the server picks them', async () => {
  const asked: unknown[] = [];
  const job = buildJob({ number: 7, status: 'PAUSED' });
  const taken = async (request: IncomingMessage): Promise<void> => {
    asked.push(JSON.parse(await text(request)));
  };
  server.once('request', (request) => void taken(request));
  answer = (_path, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ content: [job], totalElements: 1, totalPages: 1, number: 0, size: 100 }));
  };
  const { code, out } = await numscope(['--json', 'job', 'list', '--status', 'PAUSED', 'DONE'], env);
  expect([code, JSON.parse(out)]).toEqual([0, [job]]);
  expect(asked).toEqual([{ page: 0, size: 100, status: ['PAUSED', 'DONE'] }]);
});

const exported = (lines: string, end: string) => (_path: string, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  response.end(lines + end);
};

it('holds an export against its last line', async () => {
  const lines = '{"phone":"+1"}\n{"phone":"+2"}\n';
  const ended = (sha256: string) => exported(lines, `${JSON.stringify({ count: 2, sha256 })}\n`);
  const sha256 = createHash('sha256').update(lines).digest('hex');
  answer = ended(sha256);
  expect(await numscope(['profile', 'export'], env)).toMatchObject({ code: 0, err: '' });
  answer = ended(sha256.replace(/./, (digit) => (digit === '0' ? '1' : '0')));
  const wrong = await numscope(['profile', 'export'], env);
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('its checksum differs') });
  answer = exported(lines, '');
  const broken = await numscope(['profile', 'export'], env);
  expect(broken).toMatchObject({ code: 1, err: expect.stringContaining('broke off before its end') });
});

describe('an export into a file', () => {
  const lines = '{"phone":"+1"}\n';
  const whole = `${JSON.stringify({ count: 1, sha256: createHash('sha256').update(lines).digest('hex') })}\n`;
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'numscope-cli-'));
    mkdirSync(join(folder, 'taken'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const exportTo = (name: string, ...more: string[]) =>
    numscope(['profile', 'export', '--out', join(folder, name), ...more], env);

  it('has its name when it is whole', async () => {
    answer = exported(lines, whole);
    expect(await exportTo('all.jsonl')).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('1 profiles, checksum right'),
    });
    expect(readFileSync(join(folder, 'all.jsonl'), 'utf8')).toBe(lines + whole);
  });

  it.each([
    ['a folder that is not there', 'none/all.jsonl', /all\.jsonl cannot be written: ENOENT/],
    ['the name of a folder', 'taken', /taken is a folder: say the name of a file/],
  ])('is refused before anything is asked for %s', async (_what, name, says) => {
    let asked = 0;
    answer = (path, response) => {
      asked += 1;
      exported(lines, whole)(path, response);
    };
    const { code, err } = await exportTo(name);
    expect([code, asked]).toEqual([2, 0]);
    expect(err).toMatch(says);
  });

  it.each(['jsonl', 'csv'])('leaves nothing where the connection breaks off, as %s', async (format) => {
    answer = (_path, response) => {
      response.writeHead(200);
      response.write(lines, () => response.destroy());
    };
    const broken = { code: 1, err: expect.stringContaining('broke off before its end') };
    expect(await exportTo('broken', '--format', format)).toMatchObject(broken);
    expect(readdirSync(folder).filter((name) => name.startsWith('broken'))).toEqual([]);
    expect(await numscope(['profile', 'export', '--format', format], env)).toMatchObject(broken);
  });

  it('leaves what its file was where the connection breaks off', async () => {
    answer = exported(lines, whole);
    await exportTo('before.jsonl');
    answer = exported(lines, '');
    expect(await exportTo('before.jsonl')).toMatchObject({ code: 1 });
    expect(readFileSync(join(folder, 'before.jsonl'), 'utf8')).toBe(lines + whole);
  });

  it('says so on a line of its own where a terminal was shown how far it is', async () => {
    answer = exported(lines, '');
    const args = ['profile', 'export', '--out', join(folder, 'far.jsonl')];
    expect((await numscope(args, env, true)).err).toMatch(/far\.jsonl: \d+ bytes\nThe export broke off/);
  });

  it('says why where it cannot be finished', async () => {
    const gone = join(folder, 'gone');
    mkdirSync(gone);
    answer = (path, response) => {
      rmSync(gone, { recursive: true });
      exported(lines, whole)(path, response);
    };
    const { code, err } = await exportTo('gone/all.jsonl');
    expect([code, err]).toEqual([1, expect.stringMatching(/all\.jsonl cannot be written: ENOENT/)]);
  });

  it('leaves nothing where it is refused', async () => {
    answer = (_path, response) => response.writeHead(403).end();
    expect(await exportTo('refused')).toMatchObject({ code: 1, err: expect.stringContaining('403') });
    expect(readdirSync(folder).filter((name) => name.startsWith('refused'))).toEqual([]);
  });
});

it('helps with every command, and shows examples', async () => {
  const { code, out } = await numscope(['--help']);
  expect(code).toBe(0);
  expect(out).toContain('numscope job create phones.csv --name "March" --watch');
  for (const args of [['job'], ['profile', 'export'], ['source'], ['erase']])
    expect(await numscope([...args, '--help'])).toMatchObject({
      code: 0,
      err: '',
      ...(args.length === 1 ? { out: expect.stringMatching(/Examples?:\n  numscope /) } : {}),
    });
});

it('shows a terminal nothing that it would take for an order, whoever wrote it', async () => {
  answer = (_path, response) => {
    const message = 'says:\u001b[2J\u009b1A\nVIBER  ON\r';
    const told = { ok: true, status: 'FOUND', ms: 1, message, kind: null, fields: { about: '\u009b1A' } };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(told));
  };
  const { code, out } = await numscope(['source', 'test', 'OFFICE'], env);
  expect([code, out]).toEqual([0, 'FOUND after 1 ms: says: [2J 1A VIBER  ON \n  about: " 1A"\n']);
  answer = (_path, response) => {
    const body = { statusCode: 409, code: 'WRONG_STATE', message: 'no\u001b]0;title\u0007', requestId: 'r1' };
    response.writeHead(409, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  expect((await numscope(['source', 'list'], env)).err).toBe('no ]0;title  [WRONG_STATE] (request r1)\n');
});

it('shows an entry of the audit with its hash and what stands around it', async () => {
  const hash = (digit: string): string => digit.repeat(64);
  const entry = (id: string) => ({
    id,
    actionType: 'JOB',
    createdTimestamp: 0,
    details: 'Change a job',
    username: 'root',
    ip: '127.0.0.1',
    args: { jobName: 'Harbour' },
    outcome: 'OK',
  });
  let asked = '';
  answer = (path, response) => {
    asked = path;
    const chain = {
      seq: 2,
      hash: hash('b'),
      previousHash: hash('a'),
      fits: false,
      before: entry('one'),
      after: null,
      checkpoint: { number: 1, seq: 2, at: 0 },
    };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ entry: entry('two'), chain }));
  };
  const { code, out } = await numscope(['audit', 'show', 'two'], env);
  expect([code, asked]).toEqual([0, '/api/audit/entries/two']);
  for (const said of [
    'two 1970-01-01T00:00:00.000Z root: Change a job (OK)',
    '"Harbour"',
    hash('a'),
    'does not fit',
    'one 1970',
    '(none)',
    'signed for entry 2',
  ])
    expect(out).toContain(said);
});
