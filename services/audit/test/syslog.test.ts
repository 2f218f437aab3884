import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { certify, makeAuthority } from '@numscope/mains/keys/certificates';
import { scrape } from '@numscope/testing';
import { sha256 } from '../src/sha256.ts';
import { GENESIS } from '../src/domain/chain-link.ts';
import { syslogMessage } from '../src/shipping/syslog-message.ts';
import { type Setup, setUp } from './setup.ts';
import { startSyslogServer, type SyslogServer } from './syslog-server-kit.ts';

const DAY_MS = 86_400_000;
const many = (count: number, what: string) =>
  Array.from({ length: count }, (_none, n) => ({ details: `${what} ${n}`, args: { note: 'é\u2028"\n' } }));

/** The entries of messages, as whoever keeps them reads them. */
const entriesIn = ({ messages }: SyslogServer): Array<Record<string, unknown>> =>
  messages.map((message) => JSON.parse(message.slice(message.indexOf('] ') + 2)) as Record<string, unknown>);

/** How many entries the messages prove, as a chain from the first on; whatever came twice counts once. */
function provenBy(server: SyslogServer): number {
  const bySeq = new Map(entriesIn(server).map((entry) => [Number(entry['seq']), entry]));
  let previous = GENESIS;
  for (let seq = 1; seq <= bySeq.size; seq++) {
    const { hash, ...row } = bySeq.get(seq) ?? {};
    expect(sha256(`${previous}\n${JSON.stringify(row)}`)).toBe(hash);
    previous = String(hash);
  }
  return bySeq.size;
}

let server: SyslogServer;
let setup: Setup;
const opened = (url: string, ca: string | null = null, former?: Setup): Promise<Setup> =>
  setUp(false, { syslog: { url, ca } }, former);

describe('shipping by syslog', () => {
  beforeEach(async () => {
    server = await startSyslogServer();
    setup = await opened(server.url);
  });
  afterEach(async () => {
    await setup.close();
    await server.close();
  });

  it('sends each entry as a message that proves it', async () => {
    const [event] = await setup.log(
      { details: 'one é', outcome: 'FORBIDDEN', userId: 'id-of-bob' },
      { details: 'two' },
    );
    await server.got(2);
    expect(provenBy(server)).toBe(2);
    expect(server.messages[0]).toMatch(
      /^<109>1 2023-11-14T22:13:20\.000Z [\x21-\x7e]+ numscope-audit - PROFILE \[meta sequenceId="1"\] \{[\x20-\x7e]+\}$/,
    );
    expect(server.messages[1]).toMatch(/^<110>1 /);
    expect(entriesIn(server)[0]).toMatchObject({ id: event?.id, details: 'one é', userId: 'id-of-bob', seq: 1 });
  });

  it('holds nothing up while the server is away, and goes on where it was when it is back', async () => {
    await setup.log(...many(3, 'before'));
    await server.got(3);
    const { port } = server;
    await server.close();
    await setup.log(...many(400, 'meanwhile'));
    expect((await setup.search({})).length).toBe(403);
    expect((await scrape(setup.service.app))('numscope_audit_syslog_lag')).toBeGreaterThanOrEqual(400);
    server = await startSyslogServer({ port });
    await server.got(400);
    expect(new Set(entriesIn(server).map((entry) => entry['details'])).size).toBeGreaterThanOrEqual(400);
  });

  it('loses nothing to a server that is killed in the midst of a batch', async () => {
    server.cutAfter(20_000);
    await setup.log(...many(300, 'cut'));
    await server.got(20);
    await setup.log(...many(50, 'and on'));
    server.cutAfter(null);
    while (new Set(entriesIn(server).map(({ seq }) => seq)).size < 350) await server.got(server.messages.length + 1);
    expect(provenBy(server)).toBe(350);
  });

  it('goes on where it was after the service ended', async () => {
    await setup.log(...many(5, 'first'));
    await server.got(5);
    await setup.end();
    setup = await opened(server.url, null, setup);
    await setup.log(...many(5, 'second'));
    await server.got(10);
    expect(provenBy(server)).toBe(10);
  });
});

it('counts the entries that the retention removed before they were sent, and goes on behind them', async () => {
  const before = await setUp(false);
  await before.log(...many(5, 'kept by nobody'));
  const [third] = await before.store.rows(2, 3);
  await before.store.beginBehind({ seq: 3, hash: third?.hash ?? '' });
  await before.store.dropOld(10);
  await before.end();
  const late = await startSyslogServer();
  const after = await opened(late.url, null, before);
  await late.got(3);
  expect(late.messages[0]).toMatch(
    /^<109>1 \d{4}-\S+Z [\x21-\x7e]+ numscope-audit - REMOVED - \{"removed":3,"from":1,"to":3\}$/,
  );
  expect(late.messages.slice(1).map((message) => /sequenceId="(\d+)"/.exec(message)?.[1])).toEqual(['4', '5']);
  await after.close();
  await late.close();
});

it('by TLS sends only to a server whose certificate is of the named authority', async () => {
  const authority = await makeAuthority(1);
  const tls = await certify(authority, ['localhost'], Date.now() + DAY_MS);
  const trusted = await startSyslogServer({ tls });
  const other = await makeAuthority(1);
  const doubting = await opened(trusted.url, other.cert);
  await doubting.log(...many(2, 'secret'));
  await doubting.end();
  expect(trusted.messages).toEqual([]);
  const trusting = await opened(trusted.url, authority.cert, doubting);
  await trusted.got(2);
  expect(provenBy(trusted)).toBe(2);
  await trusting.close();
  await trusted.close();
});

it('leaves arguments from before they were bounded in the trail', () => {
  const row = {
    seq: 2_147_483_648,
    id: 'one',
    actionType: 'JOB',
    createdTimestamp: Number.MAX_SAFE_INTEGER,
    username: '',
    ip: '',
    details: '',
    args: JSON.stringify({ text: 'x'.repeat(100_000) }),
    outcome: 'OK',
    hash: GENESIS,
  };
  const message = syslogMessage(row, 'a host with blanks\n');
  expect(message.length).toBeLessThan(600);
  expect(message).toMatch(/^\d+ <110>1 - ahostwithblanks numscope-audit - JOB \[meta sequenceId="1"\] \{/);
});
