import { describe, expect, it } from '@jest/globals';
import type { AuditRecord } from '@numscope/contracts';
import { AuditRecorder, createLogger, RefusalGroups } from '@numscope/platform';
import { RecordingBus, TestClock } from '@numscope/testing';

const MINUTE = 60_000;
const at = 1_700_000_000_000;

const refusal = (overrides: Partial<AuditRecord> = {}): AuditRecord => ({
  actionType: 'USER',
  createdTimestamp: at,
  details: 'Search users',
  username: 'anonymous',
  ip: '203.0.113.1',
  args: { page: 0 },
  outcome: 'UNAUTHORIZED',
  ...overrides,
});

function openGroups(most?: number) {
  const clock = new TestClock();
  clock.freeze(at);
  return { clock, groups: new RefusalGroups(clock, most) };
}

describe('refusals of strangers', () => {
  it('are written one by one where they differ in call, reason or address', () => {
    const { groups } = openGroups();
    const different = [
      refusal(),
      refusal({ ip: '203.0.113.2' }),
      refusal({ outcome: 'FORBIDDEN' }),
      refusal({ actionType: 'JOB' }),
    ];
    for (const record of different) expect(groups.take(record, 'searchUsers')).toBe(record);
    expect(groups.take(refusal(), 'createUser')).not.toBeNull();
  });

  it('are counted where they do not, and told once a minute', () => {
    const { clock, groups } = openGroups();
    groups.take(refusal(), 'searchUsers');
    for (let n = 0; n < 1000; n++) {
      clock.advance(10);
      expect(groups.take(refusal({ args: { page: n }, username: 'somebody' }), 'searchUsers')).toBeNull();
    }
    expect(groups.due()).toEqual([]);
    clock.advance(MINUTE - 10_000);
    const args = { call: 'searchUsers', refusals: 1000, from: at + 10, to: at + 10_000 };
    expect(groups.due()).toEqual([refusal({ createdTimestamp: at + 10_000, args })]);
    expect(groups.due()).toEqual([]);
  });

  it('that go on are told every minute, and those that stop are forgotten', () => {
    const { clock, groups } = openGroups();
    const written: unknown[] = [groups.take(refusal(), 'a')];
    for (let second = 0; second < 600; second++) {
      clock.advance(1000);
      written.push(groups.take(refusal(), 'a'), ...groups.due());
    }
    expect(written.filter((record) => record !== null)).toHaveLength(11);
    clock.advance(MINUTE);
    groups.due();
    expect(groups.size).toBe(0);
    expect(groups.take(refusal(), 'a')).not.toBeNull();
  });

  it('lose their address where too many addresses come at once', () => {
    const { clock, groups } = openGroups(10);
    const written = Array.from({ length: 1000 }, (_none, n) => groups.take(refusal({ ip: `10.0.0.${n}` }), 'a'));
    expect(written.filter((record) => record !== null)).toHaveLength(11);
    expect(groups.size).toBe(11);
    clock.advance(MINUTE);
    expect(groups.due()).toMatchObject([{ ip: '', args: { refusals: 989 } }]);
  });

  it('name the user at whom logins aim, also where too many addresses come at once', () => {
    const { clock, groups } = openGroups(10);
    const login = (username: string, ip = '203.0.113.1') =>
      groups.take(refusal({ actionType: 'LOGIN', outcome: 'TOO_MANY_REQUESTS', username, ip }), 'login');
    expect([login('bob'), login('Bob'), login('eve'), login('***'), login('***')].map(Boolean)).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
    for (let n = 0; n < 20; n++) login('***', `10.0.0.${n}`);
    expect([login('carol', '10.0.1.1'), login('carol', '10.0.1.2')].map(Boolean)).toEqual([true, false]);
    clock.advance(MINUTE);
    expect(groups.due()).toMatchObject([
      { username: 'bob', ip: '203.0.113.1', args: { refusals: 1 } },
      { username: 'anonymous', ip: '203.0.113.1', args: { refusals: 1 } },
      { username: 'anonymous', ip: '' },
      { username: 'carol', ip: '', args: { refusals: 1 } },
    ]);
  });

  it('are told all when there is no later', () => {
    const { groups } = openGroups();
    for (let n = 0; n < 5; n++) groups.take(refusal(), 'a');
    expect(groups.all()).toMatchObject([{ args: { refusals: 4 } }]);
    expect(groups.all()).toEqual([]);
  });
});

describe('the recorder', () => {
  const log = createLogger('audit', 'silent');
  const open = () => {
    const [bus, clock] = [new RecordingBus(), new TestClock()];
    const recorder = new AuditRecorder(bus, log, clock);
    return { recorder, clock, entries: () => bus.published('audit.logged').map(({ data }) => data) };
  };

  it('counts them, and keeps every entry of somebody known, of what went well, and of a wrong password or code', async () => {
    const { recorder, clock, entries } = open();
    const kinds = [
      refusal(),
      refusal({ userId: 'id-of-bob' }),
      refusal({ outcome: 'OK' }),
      refusal({ actionType: 'LOGIN', outcome: 'BAD_CREDENTIALS' }),
      refusal({ actionType: 'LOGIN', outcome: 'CODE_REQUIRED', username: 'bob' }),
      refusal({ actionType: 'LOGIN', outcome: 'CODE_WRONG', username: 'bob' }),
    ];
    for (const record of kinds) for (let n = 0; n < 10; n++) recorder.recordCall(record, 'a');
    await recorder.flush();
    expect(entries()).toHaveLength(51);
    clock.advance(MINUTE);
    await recorder.flush();
    expect(entries().slice(51)).toMatchObject([{ outcome: 'UNAUTHORIZED', args: { call: 'a', refusals: 9 } }]);
  });

  it('hands over what it counted before the process ends', async () => {
    const { recorder, entries } = open();
    for (let n = 0; n < 3; n++) recorder.recordCall(refusal(), 'a');
    await recorder.close();
    expect(entries().map(({ args }) => args)).toMatchObject([{ page: 0 }, { refusals: 2 }]);
  });

  it('writes no text that has no end', async () => {
    const { recorder, entries } = open();
    const long = 'x'.repeat(1_000_000);
    recorder.recordCall(refusal({ details: long, username: long, ip: long, outcome: long }), 'a', long);
    await recorder.close();
    expect(JSON.stringify(entries()).length).toBeLessThan(2000);
  });
});
