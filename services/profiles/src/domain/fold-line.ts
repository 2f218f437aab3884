import type { Line, Profile, SourceLine } from '@numscope/contracts';
import { byLineField, type LineField } from '@numscope/contracts/line-fields';
import { isEmpty } from './changed-fields.ts';
import { lastBy, mostBy } from './choose-value.ts';
import { type Found, MOST_COMPARED, provenanceOf } from './preference.ts';
import { looseText } from './value-keys.ts';

/** What one source says of the line, and when it was so, where the source tells it. */
interface SaidLine {
  by: Found;
  line: SourceLine;
  checked: number | null;
}

type Group = readonly LineField[];
/** What is said together, so that one source's carrier never stands beside the codes of another's. */
const groups: readonly Group[] = [
  ['carrier', 'mcc', 'mnc'],
  ['ported', 'portedAt'],
  ['lineType', 'voip'],
  ['status'],
  ['roaming', 'roamingCountry'],
  ['prepaid'],
  ['risk', 'riskReasons'],
  ['simSwappedAt'],
  ['reassigned'],
];

const unknown: Line = byLineField({
  text: null,
  mcc: null,
  mnc: null,
  flag: null,
  time: null,
  status: null,
  share: null,
  texts: [],
});

const comparable = (value: unknown): unknown => (typeof value === 'string' ? looseText(value) : value);

/** Whether two say at least one thing of the group alike, and nothing differently. */
function agree(one: SourceLine, other: SourceLine, group: Group): boolean {
  const both = group.filter((field) => field !== 'riskReasons' && !isEmpty(one[field]) && !isEmpty(other[field]));
  return both.length > 0 && both.every((field) => comparable(one[field]) === comparable(other[field]));
}

/** Those who speak of the group, in the order in which they are believed; of very many the most trusted. */
function inOrder(said: readonly SaidLine[], group: Group): SaidLine[] {
  const speaking = said.filter(({ line }) => group.some((field) => !isEmpty(line[field]))).slice(0, MOST_COMPARED);
  const agreed = new Map(
    speaking.map((one) => [one, speaking.filter((other) => agree(one.line, other.line, group)).length]),
  );
  const ordered: SaidLine[] = [];
  for (let left = speaking; left.length > 0;) {
    const trusted = mostBy(
      lastBy(left, ({ checked }) => checked),
      ({ by }) => by.trust,
    );
    // `said` is in order of the sources' names among those of one trust.
    const [next] = mostBy(trusted, (one) => agreed.get(one) ?? 0);
    if (!next) break;
    ordered.push(next);
    left = left.filter((one) => one !== next);
  }
  return ordered;
}

/** What the first says, and what it leaves open of those who agree with it. */
function unite([first, ...others]: readonly SaidLine[], group: Group): SourceLine {
  const united: SourceLine = {};
  const take = (line: SourceLine): void => {
    for (const field of group)
      if (isEmpty(united[field]) && !isEmpty(line[field])) Object.assign(united, { [field]: line[field] });
  };
  if (first) take(first.line);
  for (const { line } of others) if (agree(united, line, group)) take(line);
  return united;
}

/**
 * The line as it is today, each group of what belongs together as the source says it that is believed in it, by the rule
 * of docs/profile-rules.md. Null when no source says anything of it.
 * @param found the most trusted first, then by the sources' names
 */
export function foldLine(found: readonly Found[], provenance: Profile['provenance']): Line | null {
  const said = found.flatMap((by): SaidLine[] => {
    const { line } = by.fields;
    return line ? [{ by, line, checked: line.checkedAt ?? by.observedAt ?? null }] : [];
  });
  if (said.length === 0) return null;
  const told = groups
    .map((group) => ({ group, ordered: inOrder(said, group) }))
    .filter(({ ordered }) => ordered.length > 0);
  const [first] = told[0]?.ordered ?? [];
  if (!first) return null;
  provenance['line'] = [first, ...said.filter((one) => one !== first)].map(({ by, line, checked }) =>
    provenanceOf(by, checked, line),
  );
  const united: Line = { ...unknown };
  for (const { group, ordered } of told) Object.assign(united, unite(ordered, group));
  return { ...united, checkedAt: first.checked };
}
