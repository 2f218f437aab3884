import { calls, type Profile } from '@numscope/contracts';
import type { Api } from '@numscope/e2e/calls/api';
import { mixedPhoneAt } from '@numscope/e2e/people/phones';
import { BareSearch, type FurtherField, furtherFields, textsOf } from '../floors/search.ts';
import { machineSpeed, toldSpeed } from '../machine-speed.ts';
import { ms, percentile, type Row } from '../report.ts';
import { CLIENTS, type Filters, judged, SEARCH_BAR, timesOf } from './timed-searches.ts';

const SLICE = 1000;
/** Each of these is asked of the floor. */
const ASKED_OF_FLOOR = 2000;

type Search = readonly [field: FurtherField, value: string];

/** Fills the floor with all profiles. @returns what can be searched for of people from all over, field by field in turn */
async function fillFloor(api: Api, phones: number, floor: BareSearch): Promise<Search[]> {
  const values = new Map<FurtherField, string[]>(furtherFields.map((field) => [field, []]));
  for (let from = 0; from < phones; from += SLICE) {
    const slice = Array.from({ length: Math.min(SLICE, phones - from) }, (_none, place) => mixedPhoneAt(from + place));
    const profiles: Profile[] = await api.call(calls.exportProfiles, { body: { phones: slice } });
    floor.fill(profiles);
    const some = profiles.filter((_profile, place) => place % Math.ceil(phones / SLICE) === 0);
    for (const texts of some.map(textsOf))
      for (const field of furtherFields) values.get(field)?.push(...texts[field].filter((text) => text !== null));
  }
  return Array.from({ length: furtherFields.length * SLICE }, (_none, draw) => {
    const field = furtherFields[draw % furtherFields.length] ?? 'country';
    const known = values.get(field) ?? [];
    const value = known[(draw * 7919) % known.length];
    if (value === undefined) throw new Error(`no profile has a ${field}: there is nothing to search for`);
    return [field, value] as const;
  });
}

/** Searches by what else is known of people and lines, in equal parts, over the profiles of the same job. */
export async function measureFurtherSearches(api: Api, phones: number): Promise<Row> {
  const floor = new BareSearch();
  const searches = await fillFloor(api, phones, floor);
  const bare = searches.slice(0, ASKED_OF_FLOOR).map(([field, value]) => floor.time(field, value));
  const filtersOf = (draw: number): Filters => {
    const [field, value] = searches[draw % searches.length] ?? ['country', ''];
    return { [field]: { values: [value], and: true } };
  };
  const speed = await machineSpeed();
  const times = await timesOf(api, (client, count) =>
    Array.from({ length: count }, (_none, turn) => ({ filters: filtersOf(client * count + turn) })),
  );
  const { told, reached } = judged(times, speed);
  return {
    work: `search by ${furtherFields.join(', ')} over the same profiles, ${CLIENTS} clients`,
    floor: `bare FTS5 one after the other, without HTTP: p50 ${ms(percentile(bare, 0.5))}, p95 ${ms(percentile(bare, 0.95))}; ${toldSpeed(speed)}`,
    product: told,
    bar: SEARCH_BAR,
    reached,
  };
}
