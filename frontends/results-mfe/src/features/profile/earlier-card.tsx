import './other-holder.css';
import { type EarlierHolder, fieldNames, type Profile, type ProfileField } from '@numscope/contracts';
import { formatDay, formatUtc, ProvenanceChip } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import { SectionCard } from './section-card.tsx';
import { entryText, fieldText } from './timeline-entries.ts';

interface Row {
  field: string;
  text: string;
  value: unknown;
}

const valuesOf = (holder: EarlierHolder, field: ProfileField): unknown[] =>
  field === 'photos' ? holder.images : [holder[field]].flat().filter((value) => value !== null);

/** What is known of a former holder, a value a row. */
function rowsOf(holder: EarlierHolder): Row[] {
  return fieldNames.flatMap((field) => {
    const name = field === 'photos' ? 'images' : field;
    return valuesOf(holder, field).map((value) => ({ field: name, text: entryText(name, value), value }));
  });
}

const sameAs = (row: Row) => (entry: { value: unknown }) => entryText(row.field, entry.value) === row.text;
const entriesOf = ({ provenance }: EarlierHolder, row: Row) =>
  (provenance[row.field === 'images' ? 'photos' : row.field] ?? []).filter(sameAs(row));

/** Those who held the number before, the last one first; nothing of them stands among the values of the profile. */
export function EarlierCard({ profile }: { profile: Profile }) {
  // A profile by older rules knows of none.
  const earlier = profile.earlier ?? [];
  if (earlier.length === 0) return null;
  return (
    <SectionCard id="earlier" count={earlier.length}>
      {earlier.map((holder) => (
        <div key={holder.until} className="rp-earlier">
          <h3 title={formatUtc(holder.until)}>{texts('heldUntil', { day: formatDay(holder.until) })}</h3>
          <dl>
            {rowsOf(holder).map((row) => (
              <div key={`${row.field} ${row.text}`}>
                <dt>{fieldText(row.field)}</dt>
                <dd className="ns-clip" title={row.text}>
                  {row.text}
                </dd>
                <dd>
                  <ProvenanceChip entries={entriesOf(holder, row)} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </SectionCard>
  );
}
