import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Turns } from '../src/connectors/http/turns.ts';

it('never are more at it than may be at once, and all come to their turn in the order in which they came, also behind one that throws', async () => {
  const outcomes = fc.array(fc.constantFrom('ends', 'throws'), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), outcomes, fc.scheduler(), async (atOnce, works, scheduler) => {
      const turns = new Turns(atOnce);
      const come: number[] = [];
      const begun: number[] = [];
      let [ended, most] = [0, 0];
      /** Who waits though a turn is free, or does not though none is. */
      const wrong: number[] = [];
      const work = async (outcome: string, place: number): Promise<void> => {
        await scheduler.schedule(Promise.resolve());
        const isFull = come.length - ended >= atOnce;
        come.push(place);
        const turn = turns.enter();
        if ((turn !== null) !== isFull) wrong.push(place);
        if (turn) await turn;
        try {
          begun.push(place);
          most = Math.max(most, begun.length - ended);
          await scheduler.schedule(Promise.resolve());
          if (outcome === 'throws') throw new Error(outcome);
        } finally {
          ended++;
          turns.leave();
        }
      };
      const settled = await scheduler.waitFor(Promise.allSettled(works.map(work)));
      expect(settled.map(({ status }) => (status === 'rejected' ? 'throws' : 'ends'))).toEqual(works);
      expect(begun).toEqual(come);
      expect(most).toBeLessThanOrEqual(atOnce);
      expect(wrong).toEqual([]);
    }),
  );
});

it('without a limit nobody waits', () => {
  const turns = new Turns(Number.POSITIVE_INFINITY);
  expect(new Set(Array.from({ length: 1000 }, () => turns.enter()))).toEqual(new Set([null]));
});
