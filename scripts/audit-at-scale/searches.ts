import type { AuditFilter } from '../../packages/contracts/src/index.ts';
import { limits } from '../../packages/contracts/src/index.ts';
import { ms, percentile } from '../../bench/src/report.ts';
import { reasonOf } from '../../packages/platform/src/index.ts';
import { readAuditFilter } from '../../services/audit/src/domain/audit-filter.ts';
import type { AuditStore } from '../../services/audit/src/store/audit-store.port.ts';
import { timeOf, USERS } from './entries.ts';

const SIZE = 100;

interface Search {
  name: string;
  /** Differs from run to run, so that no engine has the answer in a cache. */
  filter(run: number): Partial<AuditFilter>;
}

/** Words, and parts of words, of every entry. */
const everywhere =
  'phone filter names page profile hone ilter ames rofile filt prof phon "phone" "filter" "names" "page" {"filter "page": +99890 ["name'.split(
    ' ',
  );
const everyWord = (run: number): string => everywhere[run % everywhere.length] ?? 'phone';
const number = (run: number, digits: number): string => String(90_000 + run * 37).padStart(digits, '0');
const rare = (run: number): number => 4000 + run * 37;
const name = (run: number): string => `name ${rare(run)}`;

/** What somebody may sensibly look for in a trail of so many entries, the slowest of it. */
export function searchesOf(entries: number): Search[] {
  const from = timeOf(Math.floor(entries * 0.4));
  const to = timeOf(Math.floor(entries * 0.6));
  const last = limits.exactSearchHits / SIZE - 1;
  const oldest = { field: 'createdTimestamp', direction: 'ASC' } as const;
  const users = { field: 'username', direction: 'ASC' } as const;
  const fifth = (run: number) => ({ username: `user${run % USERS}`, from: from + run, to: to + run });
  return [
    { name: 'a number that one entry names', filter: (run) => ({ text: `99890${number(run, 7)}` }) },
    { name: 'a name that each 5,000th entry has', filter: (run) => ({ text: name(run) }) },
    { name: 'a piece of arguments that each 40th entry has', filter: (run) => ({ text: `"page":${10 + run}` }) },
    { name: 'words of each third entry', filter: (run) => ({ text: 'search profiles'.slice(0, 15 - (run % 10)) }) },
    { name: 'a word of every entry', filter: (run) => ({ text: everyWord(run) }) },
    { name: 'two words that stand nowhere together', filter: (run) => ({ text: `name ${number(run, 9)} profile` }) },
    {
      name: 'parts of words of each third entry, nowhere together',
      filter: (run) => ({ text: `${'one profiles'.slice(run % 4)}${'earch'.slice(run % 5)}` }),
    },
    { name: 'two letters that stand nowhere', filter: (run) => ({ text: `z${String.fromCharCode(97 + run)}` }) },
    {
      name: 'a user, a fifth of the time, a word of every entry',
      filter: (run) => ({ ...fifth(run), text: everyWord(run) }),
    },
    { name: 'a user, a fifth of the time, a rare name', filter: (run) => ({ ...fifth(rare(run)), text: name(run) }) },
    { name: 'the last page that is counted to', filter: (run) => ({ text: everyWord(run), page: last }) },
    { name: 'a word of every entry, oldest first', filter: (run) => ({ text: everyWord(run), sort: oldest }) },
    {
      name: 'words of each third entry, by users',
      filter: (run) => ({ text: 'search profiles'.slice(0, 15 - (run % 10)), sort: users }),
    },
  ];
}

/** How long it takes, of `runs` one after the other; one that ends with an error is the last. */
export async function timed(store: AuditStore, { name, filter }: Search, runs: number): Promise<string> {
  const times: number[] = [];
  let told = '';
  for (let run = 0; run < runs; run++) {
    const asked = { page: 0, size: SIZE, actionTypes: [], ...filter(run) };
    const begun = performance.now();
    try {
      const query = readAuditFilter(asked, null);
      const { entries, total, totalIsLowerBound } = await store.search(query, asked.page * SIZE, SIZE);
      told = `${entries.length} of ${totalIsLowerBound ? 'more than ' : ''}${total}`;
    } catch (error) {
      return `${name}: ${reasonOf(error)}, after ${ms(performance.now() - begun)}`;
    }
    times.push(performance.now() - begun);
  }
  return `${name}: ${told}; p50 ${ms(percentile(times, 0.5))}, p95 ${ms(percentile(times, 0.95))}`;
}
