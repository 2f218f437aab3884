import { useCall } from '@numscope/ui';

const DAY = 86_400_000;
const lengths = { day: DAY, month: 30 * DAY, ever: 1095 * DAY } as const;
export type Range = keyof typeof lengths;

/** The figures of a source up to `now`. Those of another range would be taken for these, so none stay meanwhile. */
export const useWorth = (name: string, range: Range, now: number) =>
  useCall(
    'sourceStatistics',
    { params: { name }, query: { from: now - lengths[range], to: now } },
    { quiet: true, keep: false },
  );
