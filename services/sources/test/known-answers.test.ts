import { expect, it } from '@jest/globals';
import { answerStatuses } from '@numscope/contracts/lists';
import * as fc from 'fast-check';
import type { NewObservation } from '../src/store/source-store.port.ts';
import { keepRecords, observationOf } from './support/records.ts';

const FIRST = 998_900_000_000;
const ASKED = { job: 1, pass: 2, run: 2 };
const MERGED = [
  { number: 2, pass: 1 },
  { number: 3, pass: 2 },
];

const records = keepRecords();
let phones = 0;

/** Answers of a source in passes of jobs, one after the other. */
const answers = fc.array(
  fc.record({
    job: fc.integer({ min: 1, max: 4 }),
    pass: fc.integer({ min: 1, max: 2 }),
    run: fc.integer({ min: 1, max: 2 }),
    status: fc.constantFrom(...answerStatuses),
  }),
  { maxLength: 8 },
);

it('is the answer of the pass, or of one merged into it where that has none or a failure, else the newest fresh one', () =>
  fc.assert(
    fc.asyncProperty(answers, fc.constantFrom(null, 0, 3), async (said, freshSince) => {
      const phone = `+${FIRST + phones++}`;
      const observations = said.map((one, index) => observationOf(phone, { ...one, at: index }));
      await records.commit({ observations: [...observations] });
      const [known] = await records.store.known({
        ...ASKED,
        phones: [phone],
        merged: MERGED,
        sources: [{ source: 'OFFICE', freshSince }],
      });

      const answerIn = (number: number, pass: number): NewObservation | undefined =>
        observations.findLast((one) => one.job === number && one.pass === pass);
      const isAnswer = ({ status }: NewObservation): boolean => status !== 'FAILED';
      const own = answerIn(ASKED.job, ASKED.pass);
      const ofMerged = MERGED.flatMap(({ number, pass }) => answerIn(number, pass) ?? []).sort((a, b) => a.at - b.at);
      const ofPass = [own && isAnswer(own) ? own : undefined, ofMerged.findLast(isAnswer), own, ofMerged.at(-1)].find(
        (one) => one !== undefined,
      );
      const fresh =
        freshSince === null ? undefined : observations.findLast((one) => isAnswer(one) && one.at >= freshSince);
      const expected = ofPass ?? fresh;
      expect([known?.observation.id, known?.samePass, known?.sameRun]).toEqual(
        expected ? [expected.id, ofPass !== undefined, expected === own && own.run === ASKED.run] : Array(3),
      );
    }),
    { numRuns: 200 },
  ));
