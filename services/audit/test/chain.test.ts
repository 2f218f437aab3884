import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@numscope/adapters/sqlite';
import { calls } from '@numscope/contracts';
import { tempDir } from '@numscope/testing';
import * as fc from 'fast-check';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChainFault } from '../src/domain/chain-link.ts';
import { walkChain } from '../src/queries/chain-state.ts';
import { openChainReader } from '../src/store/index.ts';
import { type House, openHouse } from './house.ts';

const ENTRIES = 12;
let house: House;
beforeAll(async () => {
  house = await openHouse();
  await house.log(...Array.from({ length: ENTRIES }, (_, index) => ({ details: `entry ${index + 1}`, args: { index } })));
});
afterAll(() => house.close());

/** A copy of the trail, changed by `statements` behind the service's back. */
function tampered(statements: string): ReturnType<typeof tempDir> {
  const copy = tempDir();
  const original = openDatabase({ path: join(house.test.dir, 'audit.sqlite'), migrations: [], readOnly: true });
  original.exec(`VACUUM INTO '${join(copy.path, 'audit.sqlite')}'`);
  original.close();
  const db = openDatabase({ path: join(copy.path, 'audit.sqlite'), migrations: [] });
  db.exec(statements);
  db.close();
  return copy;
}

async function faultsOf(dataDir: string): Promise<ChainFault[]> {
  const faults: ChainFault[] = [];
  const reader = openChainReader({ dataDir })!;
  await walkChain(reader, (fault) => faults.push(fault));
  await reader.close();
  return faults;
}

async function faultsAfter(statements: string): Promise<Array<Pick<ChainFault, 'kind' | 'seq'>>> {
  const copy = tampered(statements);
  const faults = await faultsOf(copy.path);
  copy.remove();
  return faults.map(({ kind, seq }) => ({ kind, seq }));
}

const verify = (dataDir: string): Promise<{ code: unknown; output: string }> =>
  new Promise((resolve) => {
    const file = fileURLToPath(new URL('../src/verify-chain.ts', import.meta.url));
    execFile(process.execPath, [file, dataDir], (error, output) => resolve({ code: error ? error.code : 0, output }));
  });

describe('the chain', () => {
  it('is whole as it was written', async () => {
    expect(await faultsAfter('SELECT 1')).toEqual([]);
  });

  it.each([
    ['a changed text', `UPDATE entry SET details = 'nothing' WHERE seq = 5`, [{ kind: 'CHANGED', seq: 5 }]],
    ['arguments written another way', `UPDATE entry SET args = '{ "index":4}' WHERE seq = 5`, [{ kind: 'CHANGED', seq: 5 }]],
    ['a number out of range', `UPDATE entry SET created_at = 9223372036854775807 WHERE seq = 5`, [{ kind: 'CHANGED', seq: 5 }]],
    ['a missing entry', `DELETE FROM entry WHERE seq = 5`, [{ kind: 'MISSING', seq: 5 }]],
    ['the first entry missing', `DELETE FROM entry WHERE seq = 1`, [{ kind: 'MISSING', seq: 1 }]],
    ['a cut-off end', `DELETE FROM entry WHERE seq > 10`, [{ kind: 'CUT_OFF', seq: 11 }]],
    ['an emptied trail', `DELETE FROM entry`, [{ kind: 'CUT_OFF', seq: 1 }]],
    [
      'an entry put behind the end',
      `INSERT INTO entry SELECT 13, 'new', action_type, created_at, username, ip, details, args, outcome, hash FROM entry WHERE seq = 12`,
      [{ kind: 'ADDED', seq: 13 }],
    ],
    [
      'two faults',
      `UPDATE entry SET username = 'eve' WHERE seq = 3; UPDATE entry SET ip = '' WHERE seq = 9`,
      [
        { kind: 'CHANGED', seq: 3 },
        { kind: 'CHANGED', seq: 9 },
      ],
    ],
  ])('shows %s', async (_case, statements, faults) => {
    expect(await faultsAfter(statements)).toEqual(faults);
  });

  it('shows any single change of any value', async () => {
    const texts = ['id', 'action_type', 'username', 'ip', 'details', 'args', 'outcome', 'hash'];
    const changes = fc.oneof(
      fc.tuple(fc.constantFrom(...texts), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }), fc.nat(40)).map(
        // Puts some letters in at some place.
        ([column, text, place]) => {
          const letters = text.replaceAll('\0', '0').replaceAll("'", "''");
          return `${column} = substr(${column}, 1, ${place}) || '${letters}' || substr(${column}, ${place + 1})`;
        },
      ),
      fc
        .tuple(fc.constantFrom(...texts), fc.integer({ min: 1, max: 2 }))
        .map(([column, cut]) => `${column} = substr(${column}, 1, length(${column}) - ${cut})`),
      fc.integer({ min: 1 }).map((by) => `created_at = created_at + ${by}`),
      fc.constantFrom('seq = seq + 100', 'seq = -seq'),
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: ENTRIES }), changes, async (seq, change) => {
        expect(await faultsAfter(`UPDATE entry SET ${change} WHERE seq = ${seq}`)).not.toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('is told by the call, for administrators', async () => {
    const answer = await house.admin.call(calls.auditChain);
    expect(answer.json()).toMatchObject({ whole: true, entries: ENTRIES, brokenAt: null });
    expect((await house.user.call(calls.auditChain)).statusCode).toBe(403);
  });
});

describe('the command', () => {
  it('ends with 0 and tells the last hash when the chain is whole', async () => {
    const { hash } = await house.store.head();
    expect(await verify(house.test.dir)).toEqual({ code: 0, output: `The chain is whole: ${ENTRIES} entries, the last hash is ${hash}\n` });
  });

  it('ends with 1 and tells each fault and its place when it is not', async () => {
    const copy = tampered(`UPDATE entry SET details = '' WHERE seq = 2; DELETE FROM entry WHERE seq = 7`);
    const { code, output } = await verify(copy.path);
    copy.remove();
    expect(code).toBe(1);
    expect(output).toMatch(
      /^Entry 2 \(id [0-9a-f-]+\) is not what was written.*\nEntry 7 \(before id [0-9a-f-]+\) is missing\nThe chain is broken in 2 places\n$/,
    );
  });

  it('ends with 2 when there is nothing to check', async () => {
    const empty = tempDir();
    expect((await verify(empty.path)).code).toBe(2);
    empty.remove();
  });
});
