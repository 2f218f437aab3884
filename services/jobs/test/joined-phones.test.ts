import { expect, it } from '@jest/globals';
import { answerStatuses } from '@numscope/contracts/lists';
import * as fc from 'fast-check';
import { code, isFinal } from '../src/domain/phone-status.ts';
import {
  broughtRow,
  HAS_FAILED,
  joined,
  type PhoneRow,
  RESOLVED,
  RETRY,
  WAS_FOUND,
} from '../src/store/phone-result.ts';
import { takenOf } from '../src/store/phone-requests.ts';
import { packSources, passesIn, unpackAnswers } from '../src/store/source-codes.ts';

const FROM = { number: 900, pass: 2 };

/** A phone as a job may have it: what its sources said, and whether it is looked up, tried again or done. */
const row: fc.Arbitrary<PhoneRow> = fc
  .record({
    said: fc.dictionary(fc.constantFrom('OFFICE', 'SCARCE', 'CLUB'), fc.constantFrom(...answerStatuses), {
      minKeys: 1,
    }),
    passes: fc.array(fc.record({ number: fc.integer({ min: 2, max: 5 }), pass: fc.constant(1) }), { maxLength: 2 }),
    at: fc.constantFrom('asked', 'sent', 'again', 'waits', 'answered', 'done'),
    wasFound: fc.boolean(),
  })
  .map(({ said, passes, at, wasFound }) => {
    const answers = Object.entries(said).map(([source, status]) => ({ source, status, at: 1, cached: false }));
    const statuses = Object.values(said);
    const hasFailed = statuses.includes('FAILED');
    if (at === 'asked' || at === 'sent')
      return {
        phone: 1,
        status: at === 'sent' ? code.SENT : code.PENDING,
        flags: 0,
        sources: passes.length > 0 ? packSources([], [], passes) : null,
      };
    if (at === 'again' && hasFailed) {
      const flags = RETRY | (wasFound || statuses.includes('FOUND') ? WAS_FOUND : 0);
      return { phone: 1, status: code.PENDING, flags, sources: packSources(answers, [], passes) };
    }
    if (at === 'waits') {
      const waiting = [{ source: 'MEMBERS', resumesAt: 9 }];
      const flags = RETRY | (wasFound ? WAS_FOUND : 0);
      return { phone: 1, status: code.WAITING, flags, sources: packSources(answers, waiting, passes) };
    }
    if (at === 'answered' && statuses.includes('FOUND') && !hasFailed)
      return { phone: 1, status: code.SENT, flags: RESOLVED, sources: packSources(answers) };
    const status = statuses.includes('FOUND') ? code.FOUND : hasFailed ? code.FAILED : code.NOT_FOUND;
    const flags = hasFailed ? HAS_FAILED : 0;
    return { phone: 1, status, flags, sources: packSources(answers, [], hasFailed ? passes : []) };
  });

const isFound = ({ status, flags }: Omit<PhoneRow, 'phone'>): boolean =>
  status === code.FOUND || (flags & WAS_FOUND) > 0;

it('loses nothing of what two jobs know of a number, and has all asked again that was to be', () => {
  fc.assert(
    fc.property(row, row, (had, other) => {
      const brought = broughtRow(other, FROM);
      expect(isFound(brought)).toBe(isFound(other));
      const after = joined(had, brought, FROM) ?? had;
      // A step that is repeated after a kill changes nothing more.
      expect(joined(after, brought, FROM)).toBeNull();
      expect(joined(brought, brought, FROM)).toBeNull();
      if (isFinal(had.status)) {
        expect({ ...after, sources: unpackAnswers(after.sources) }).toMatchObject({
          status: had.status,
          flags: had.flags,
          sources: unpackAnswers(had.sources),
        });
        if ((had.flags & HAS_FAILED) === 0) return expect(after).toBe(had);
        return expect(passesIn(after.sources)).toEqual(expect.arrayContaining([...passesIn(had.sources), FROM]));
      }
      if (had.status !== code.PENDING) expect(isFinal(after.status)).toBe(false);
      if ((had.flags & RESOLVED) > 0) return expect(after).toBe(had);
      expect(isFound(after)).toBe(isFound(had) || isFound(other));
      const asked = takenOf(1, after);
      if ((had.flags & RETRY) > 0)
        expect(asked.only).toEqual(expect.arrayContaining([...(takenOf(1, had).only ?? [])]));
      if (isFinal(after.status) && (after.flags & HAS_FAILED) === 0) return expect(passesIn(after.sources)).toEqual([]);
      // Whoever is asked yet, of the others it is known where they have answered.
      expect(passesIn(after.sources)).toEqual(
        expect.arrayContaining([...passesIn(had.sources), ...passesIn(other.sources), FROM]),
      );
      const sources = unpackAnswers(after.sources).map(({ source }) => source);
      expect(new Set(sources).size).toBe(sources.length);
    }),
    { numRuns: 2000 },
  );
});

it('brings what is looked up afresh without anything that is known of it', () => {
  fc.assert(
    fc.property(row, row, (had, other) => {
      const brought = broughtRow(other, null);
      expect(brought).toEqual({ phone: 1, status: code.PENDING, flags: 0, sources: null });
      expect(joined(had, brought, null)).toBeNull();
    }),
  );
});
