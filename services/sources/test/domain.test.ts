import { describe, expect, it } from '@jest/globals';
import { SourceFields } from '@numscope/contracts';
import * as fc from 'fast-check';
import { isPrivateAddress } from '../src/connectors/http/private-addresses.ts';
import { PeriodQuota } from '../src/domain/limits/period-quota.ts';
import { dayOf, nextDay } from '../src/domain/limits/periods.ts';
import { isDropped, type JobRun, laterRun } from '../src/domain/job-runs.ts';
import { JsonSplitter } from '../src/domain/json/json-splitter.ts';
import { overallStatus } from '../src/domain/results/overall-status.ts';
import { Pace } from '../src/domain/limits/pace.ts';
import { backoffMs, retryAfterMs } from '../src/domain/limits/retry.ts';
import { mappableFields, sanitiseFields } from '../src/domain/fields/sanitise-fields.ts';
import { fillJson, fillUrl } from '../src/domain/template.ts';
import { PriorityQueue } from '../src/domain/limits/priority-queue.ts';

describe('sanitiseFields', () => {
  const anyFields = fc.dictionary(fc.constantFrom(...mappableFields, 'unknown'), fc.jsonValue());

  it('makes of anything what the contract allows, without empties, and the same again of its own outcome', () => {
    fc.assert(
      fc.property(anyFields, (sent) => {
        const fields = sanitiseFields(sent);
        if (fields === null) return;
        expect(SourceFields.parse(fields)).toEqual(fields);
        expect(
          Object.values(fields).some(
            (value) => value === null || value === '' || (Array.isArray(value) && value.length === 0),
          ),
        ).toBe(false);
        // Times are left out: one so early that it passes for seconds would be read as such again.
        const { lastOnline: _time, line, ...others } = fields;
        const { portedAt: _ported, simSwappedAt: _swapped, checkedAt: _checked, ...state } = line ?? {};
        const rest = Object.keys(state).length > 0 ? { ...others, line: state } : others;
        expect(sanitiseFields(rest) ?? {}).toEqual(rest);
      }),
      { examples: [[{ 'line.portedAt': ['1'] }], [{ 'line.checkedAt': 1, city: 'Samarkand' }]] },
    );
  });

  it('takes no mark of direction from what others have written', () => {
    expect(
      sanitiseFields({
        names: ['\u202EAnvar\u202C', '\u200F'],
        about: 'a\u2066b\u2069\u061C',
        emails: ['\u200Ea@mail.example'],
      }),
    ).toEqual({ names: [{ name: 'Anvar', type: 'UNKNOWN' }], about: 'ab', emails: ['a@mail.example'] });
  });

  it('takes as many items of other networks as of any list, whatever networks they are of', () => {
    const items = Array.from({ length: 700 }, (_none, at) => ({ firstName: `A${at}` }));
    const { other = {} } = sanitiseFields({ other: { VK: items, OK: items, FB: items } }) ?? {};
    expect(Object.entries(other).map(([network, { length }]) => [network, length])).toEqual([
      ['VK', 700],
      ['OK', 300],
    ]);
  });

  it('keeps unknown words, and drops names without a name and networks without an id or a network', () => {
    expect(
      sanitiseFields({
        names: ['Anvar', { name: ' ' }, { name: 'A', type: 'NEW_TYPE' }, 7, null],
        socialNetworks: [{ id: '1', socialNetwork: 'MYSPACE' }, { id: '2' }, { socialNetwork: 'FB' }, 'x'],
        gender: 'ANDROID',
        lastOnline: 1_700_000_000,
        emails: 'a@mail.example',
        city: '',
      }),
    ).toEqual({
      names: [
        { name: 'Anvar', type: 'UNKNOWN' },
        { name: 'A', type: 'NEW_TYPE' },
        { name: '7', type: 'UNKNOWN' },
      ],
      socialNetworks: [{ id: '1', socialNetwork: 'MYSPACE' }],
      gender: 'ANDROID',
      lastOnline: 1_700_000_000_000,
      emails: ['a@mail.example'],
    });
  });
});

describe('Pace', () => {
  it('never lets more than its limit begin within a second', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.array(fc.double({ min: 0, max: 300, noNaN: true }), { minLength: 50, maxLength: 300 }),
        (limit, gaps) => {
          const pace = new Pace(limit);
          const begun: number[] = [];
          let now = 0;
          for (const gap of gaps) {
            now += gap / limit;
            const wait = pace.wait(now);
            now += wait;
            pace.count(now);
            begun.push(now);
          }
          const widest = begun.map((from) => begun.filter((at) => at >= from && at < from + 1000).length);
          expect(Math.max(...widest)).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('asks nobody to wait without a limit', () => {
    const pace = new Pace(0);
    pace.count(0);
    expect(pace.wait(0)).toBe(0);
  });
});

describe('PeriodQuota', () => {
  it('gives out exactly what the accounts and the source allow, and the same again the next day', () => {
    const perDay = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(
        fc.array(perDay, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 50 }),
        (limits, ofSource) => {
          const accounts = limits.map((limit, index) => ({ name: `a${index}`, perDay: limit }));
          const quota = new PeriodQuota(accounts, { perDay: ofSource });
          const sum = limits.reduce((all, limit) => all + limit, 0);
          const allowed = ofSource > 0 ? Math.min(sum, ofSource) : sum;
          const today = Date.parse('2026-11-20T12:00:00Z');
          for (const now of [today, nextDay(today)]) {
            expect(quota.state(now)).toEqual({ perDay: allowed, used: 0, left: allowed });
            const taken = Array.from({ length: sum + 5 }, () => quota.take(now)).filter((name) => name !== null);
            expect(taken).toHaveLength(allowed);
            expect(quota.state(now).left).toBe(0);
            for (const { name, perDay: limit } of accounts)
              expect(taken.filter((one) => one === name).length).toBeLessThanOrEqual(limit);
          }
        },
      ),
    );
  });

  it('counts what was used before a restart only on its own day', () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    const quota = new PeriodQuota([{ name: 'a', perDay: 5 }], {});
    quota.restore('a', dayOf(now), 4, now);
    quota.restore('a', '2026-11-19', 5, now);
    expect(quota.state(now).left).toBe(1);
  });
});

describe('overallStatus', () => {
  const part = fc.record({
    source: fc.constantFrom('OFFICE', 'TELEGRAM'),
    status: fc.constantFrom('FOUND', 'NOT_FOUND', 'FAILED'),
  });

  it('does not let the numbering plan decide unless it is alone', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), fc.constantFrom('FOUND', 'NOT_FOUND'), (parts, status) => {
        expect(overallStatus([{ source: 'NUMBERING_PLAN', status }, ...parts])).toBe(overallStatus(parts));
        expect(overallStatus([{ source: 'NUMBERING_PLAN', status }])).toBe(status);
      }),
    );
  });
});

describe('templates', () => {
  const number = { e164: '+998901234567', phone: '998901234567', national: '90"1', country: 'UZ' };

  it('encode what they fill in', () => {
    expect(fillUrl('http://a/{e164}?n={national}&l={phones}&x={other}', [number, { ...number, phone: '7' }])).toBe(
      'http://a/%2B998901234567?n=90%221&l=998901234567,7&x={other}',
    );
    expect(JSON.parse(fillJson('{"a":"x {national}","b":"{phones}","c":{phones},"d":{phone}}', [number]))).toEqual({
      a: 'x 90"1',
      b: ['998901234567'],
      c: ['998901234567'],
      d: 998901234567,
    });
  });
});

describe('PriorityQueue', () => {
  it('hands out everything once, PRIORITY first, each lane in its order, but what was swept', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('PRIORITY' as const, 'REGULAR' as const), fc.boolean())),
        fc.integer({ min: 1, max: 7 }),
        (pushed, size) => {
          const lanes = new PriorityQueue<{ place: number; lane: string; gone: boolean }>();
          const items = pushed.map(([lane, gone], place) => ({ place, lane, gone }));
          pushed.forEach(([lane], place) => lanes.push(lane, items[place] ?? { place, lane, gone: false }));
          expect(lanes.sweep(({ gone }) => gone).length).toBe(items.filter(({ gone }) => gone).length);
          const taken = [];
          while (lanes.length > 0) taken.push(...lanes.take(size));
          const kept = items.filter(({ gone }) => !gone);
          expect(taken).toEqual([
            ...kept.filter(({ lane }) => lane === 'PRIORITY'),
            ...kept.filter(({ lane }) => lane === 'REGULAR'),
          ]);
        },
      ),
    );
  });
});

describe('JsonSplitter', () => {
  it('finds the same objects however the text is cut', () => {
    const item = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(fc.array(item), fc.integer({ min: 1, max: 9 }), fc.boolean(), (items, size, isArray) => {
        const text = isArray ? JSON.stringify(items) : items.map((one) => JSON.stringify(one)).join('\n');
        const splitter = new JsonSplitter();
        const found: unknown[] = [];
        for (let at = 0; at < text.length; at += size)
          found.push(...splitter.push(text.slice(at, at + size)).map((one): unknown => JSON.parse(one)));
        splitter.end();
        expect(found).toEqual(JSON.parse(JSON.stringify(items)));
      }),
    );
  });
});

describe('job runs', () => {
  it('drop what a later run or a stop made void, and nothing of a run not heard of yet', () => {
    expect(isDropped(undefined, 1)).toBe(false);
    expect(isDropped({ run: 1, status: 'PAUSED' }, 1)).toBe(true);
    expect(isDropped({ run: 1, status: 'PAUSED' }, 2)).toBe(false);
    expect(isDropped({ run: 2, status: 'IN_PROGRESS' }, 1)).toBe(true);
    expect(isDropped({ run: 2, status: 'SCHEDULED' }, 2)).toBe(false);
  });

  it('are never set back to the beginning of a run by a late repeat, and take what comes later in it', () => {
    const paused: JobRun = { run: 2, status: 'PAUSED' };
    expect(laterRun(paused, { run: 2, status: 'IN_PROGRESS' })).toEqual(paused);
    expect(laterRun(paused, { run: 2, status: 'SCHEDULED' })).toEqual({ run: 2, status: 'SCHEDULED' });
    expect(laterRun(paused, { run: 3, status: 'IN_PROGRESS' })).toEqual({ run: 3, status: 'IN_PROGRESS' });
    expect(laterRun(undefined, { run: 2, status: 'IN_PROGRESS' })).toEqual({ run: 2, status: 'IN_PROGRESS' });
  });

  it('are never set back by a late message of a former run', () => {
    const run = fc.record({
      run: fc.nat(5),
      status: fc.constantFrom<JobRun['status']>('PAUSED', 'IN_PROGRESS', 'DONE'),
    });
    fc.assert(
      fc.property(run, run, (known, heard) => expect(laterRun(known, heard).run).toBe(Math.max(known.run, heard.run))),
    );
  });
});

describe('waiting', () => {
  it('reads Retry-After as seconds or a date, and spreads retries', () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    expect(retryAfterMs('2', now)).toBe(2000);
    expect(retryAfterMs('Fri, 20 Nov 2026 12:00:05 GMT', now)).toBe(5000);
    expect(retryAfterMs('soon', now)).toBeNull();
    expect(backoffMs(1, 0)).toBe(50);
    expect(backoffMs(20, 1)).toBe(5000);
  });

  it('makes of any Retry-After whole milliseconds that a moment can be made of, or nothing', () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    const header = fc.oneof(
      fc.string(),
      fc.double({ min: 0, noNaN: true }).map(String),
      fc.double({ min: 0, max: 100, noNaN: true }).map((seconds) => seconds.toFixed(7)),
      fc.integer({ min: 1, max: 400 }).map((digits) => '9'.repeat(digits)),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    fc.assert(
      fc.property(header, (told) => {
        const ms = retryAfterMs(told, now);
        if (ms === null) return;
        expect(Number.isSafeInteger(ms)).toBe(true);
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThanOrEqual(31 * 86_400_000);
      }),
    );
    expect(retryAfterMs('0.0004', now)).toBe(1);
    expect(retryAfterMs('9'.repeat(305), now)).toBe(31 * 86_400_000);
    expect(retryAfterMs('9'.repeat(310), now)).toBeNull();
  });
});

describe('isPrivateAddress', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '[::1]',
    'fe80::1%eth0',
    'fd00::1',
    '::ffff:10.0.0.1',
    '2002:7f00:1::',
    'no address',
  ])('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true));
  it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111'])('%s is public', (address) =>
    expect(isPrivateAddress(address)).toBe(false),
  );
});
