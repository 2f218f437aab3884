import { expect, it } from '@jest/globals';
import { endOf, placesAfter, writeEventId } from '../src/events/event-id.ts';

const extent = {
  log: 'abc123',
  partitions: [
    { topic: 'profile.updated' as const, partition: 0, start: 10, end: 50 },
    { topic: 'profile.updated' as const, partition: 1, start: 0, end: 7 },
    { topic: 'source.state' as const, partition: 0, start: 0, end: 3 },
  ],
};
const idAt = (...offsets: number[]): string => writeEventId(extent.log, new Map([['profile.updated', offsets]]));
const after = (id: string) => placesAfter(id, extent).map(({ offset }) => offset);

it('goes on in each partition where it was; a topic that is new to it begins now', () => {
  expect(after(idAt(40, 7))).toEqual([40, 7, 3]);
  expect(endOf(extent).map(({ offset }) => offset)).toEqual([50, 7, 3]);
});

it('begins a partition that was added since with its first event', () => {
  expect(after(idAt(50))).toEqual([50, 0, 3]);
});

it('is refused where some of what came behind it is not kept any more, or was never there', () => {
  expect(after(idAt(10, 0))).toEqual([10, 0, 3]);
  expect(() => after(idAt(9, 0))).toThrow(expect.objectContaining({ code: 'EVENT_ID_TOO_OLD' }));
  expect(() => after(idAt(50, 8))).toThrow(expect.objectContaining({ code: 'EVENT_ID_FOREIGN' }));
});
