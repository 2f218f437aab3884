import './timeline-card.css';
import { isoTime, limits, type TimelineEntry } from '@numscope/contracts';
import { formatCount, formatDay, formatUtc, NotLoaded, StaleNote, type Word, useCall } from '@numscope/ui';
import {
  IconArrowsExchange,
  IconBuildingBroadcastTower,
  IconDeviceSim,
  IconPencil,
  type TablerIcon,
  IconUserQuestion,
} from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { SectionCard } from './section-card.tsx';
import { byYear, entryText, fieldText, timeOf } from './timeline-entries.ts';

/** Entries shown before all are asked for. */
const FIRST = 12;

const kinds: Readonly<Record<TimelineEntry['kind'], { icon: TablerIcon; word: Word<typeof texts> }>> = {
  CARRIER: { icon: IconBuildingBroadcastTower, word: 'kindCarrier' },
  PORTED: { icon: IconArrowsExchange, word: 'kindPorted' },
  SIM_SWAP: { icon: IconDeviceSim, word: 'kindSimSwap' },
  HOLDER: { icon: IconUserQuestion, word: 'kindHolder' },
  VALUE: { icon: IconPencil, word: 'kindValue' },
};

function Change({ field, from, to }: TimelineEntry) {
  if (from === null) return to === null ? null : <b>{entryText(field, to)}</b>;
  if (to === null)
    return (
      <>
        <s>{entryText(field, from)}</s> <span className="ns-t3">{texts('went')}</span>
      </>
    );
  return (
    <>
      <s>{entryText(field, from)}</s> <span aria-hidden>→</span>
      <span className="rp-read">{texts('became')}</span> <b>{entryText(field, to)}</b>
    </>
  );
}

function Entry({ entry, hidden }: { entry: TimelineEntry; hidden: boolean }) {
  const { icon: Icon, word } = kinds[entry.kind];
  const asked = texts('askedOn', { time: formatDay(entry.at) });
  return (
    <li className="rp-change" data-kind={entry.kind} data-more={hidden ? '' : undefined}>
      <span className="rp-dot">
        <Icon size={13} stroke={1.8} aria-hidden />
      </span>
      <div className="rp-what">
        <p>
          <span className="ns-t3">{entry.kind === 'VALUE' ? fieldText(entry.field) : texts(word)}</span>{' '}
          <Change {...entry} />
        </p>
        <p className="ns-sm ns-t3">
          <time dateTime={isoTime(timeOf(entry))} title={formatUtc(timeOf(entry))}>
            {entry.observedAt === null ? asked : `${texts('soOn', { time: formatDay(entry.observedAt) })}, ${asked}`}
          </time>
          {' · '}
          {entry.sources.join(', ')}
        </p>
      </div>
    </li>
  );
}

/** What changed about the number, by years, the newest first, with those who say so: on request all of it, and always on paper. */
export function TimelineCard({ phone }: { phone: string }) {
  const [all, setAll] = useState(false);
  const query = useCall('profileTimeline', { params: { phone } }, { quiet: true });
  const { data } = query;
  if (data === undefined)
    return (
      <SectionCard id="timeline">
        <NotLoaded query={query} rows={4} />
      </SectionCard>
    );
  const shown = new Set(all ? data : data.slice(0, FIRST));
  return (
    <SectionCard id="timeline" count={data.length} note={<StaleNote query={query} />}>
      <div className="rp-timeline">
        {byYear(data).map(([year, entries]) => (
          <section key={year} aria-label={year} data-more={entries.some((one) => shown.has(one)) ? undefined : ''}>
            <h3 className="ns-num">{year}</h3>
            <ol>
              {entries.map((entry) => (
                <Entry
                  key={JSON.stringify([entry.kind, entry.field, entry.at, entry.from, entry.to])}
                  entry={entry}
                  hidden={!shown.has(entry)}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {data.length > FIRST ? (
        <button type="button" className="ns-link ns-noprint rp-more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? texts('fewer') : texts('all', { count: formatCount(data.length) })}
        </button>
      ) : null}
      {data.length < limits.timelineEntries ? null : (
        <p className="rp-cut ns-sm ns-t2">{texts('timelineCut', { count: formatCount(data.length) })}</p>
      )}
    </SectionCard>
  );
}
