import './newest-imports.css';
import type { ImportInfo, ImportState } from '@numscope/contracts';
import { Moment, NotLoaded, StaleNote, useCall } from '@numscope/ui';
import { brokenOff } from '@numscope/ui/imports/fault-text.ts';
import { texts as endTexts } from '@numscope/ui/imports/texts.ts';
import {
  IconAlertTriangle,
  IconArrowNarrowRight,
  IconBan,
  IconCircleCheck,
  IconLoader2,
  type TablerIcon,
} from '@tabler/icons-react';
import { useId } from 'react';
import { texts } from '../../texts/texts.ts';
import { FaultList } from './fault-list.tsx';
import { progressText } from './progress-text.ts';

/** No message tells of imports that were begun at other gateways, so they are polled. */
const EVERY_MS = 2000;

const marks: Record<ImportState, { icon: TablerIcon; tone: string }> = {
  READING: { icon: IconLoader2, tone: 'live' },
  APPLYING: { icon: IconLoader2, tone: 'live' },
  DONE: { icon: IconCircleCheck, tone: 'good' },
  REFUSED: { icon: IconAlertTriangle, tone: 'bad' },
  WITHDRAWN: { icon: IconBan, tone: 'quiet' },
};

/** The imports that the server remembers, newest first, of all administrators: how far they are, and how they ended. */
export function NewestImports() {
  const query = useCall('listImports', {}, { quiet: true, every: EVERY_MS });
  const { data } = query;
  const id = useId();
  return (
    <section className="rs-imports" aria-labelledby={id}>
      <h3 id={id}>{texts('importsNewest')}</h3>
      <StaleNote query={query} />
      {data === undefined ? (
        <NotLoaded query={query} title={texts('importsFailed')} rows={2} />
      ) : data.length === 0 ? (
        <p className="ns-hint">{texts('importsNone')}</p>
      ) : (
        <ul>
          {data.map((info) => (
            <li key={info.id}>
              <OneImport info={info} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function OneImport({ info }: { info: ImportInfo }) {
  const { state, by, startedAt, finishedAt, faults } = info;
  const { icon: Icon, tone } = marks[state];
  const isOpen = finishedAt === null;
  const wrong = state === 'WITHDRAWN' ? brokenOff() : faults;
  return (
    <>
      <output className="ns-st" data-tone={tone}>
        <Icon size={14} stroke={1.8} aria-hidden {...(isOpen ? { className: 'tabler-icon ns-spin' } : {})} />
        {texts(`import${state}`)}
      </output>
      <span className="rs-imports-count">{outcomeOf(info)}</span>
      <span className="rs-imports-when ns-t3">
        <span>{by}</span>
        <span className="rs-imports-times">
          <Moment at={startedAt} />
          {isOpen ? null : (
            <>
              <IconArrowNarrowRight size={12} stroke={2} aria-hidden />
              <Moment at={finishedAt} within />
            </>
          )}
        </span>
      </span>
      {wrong.length === 0 ? null : (
        <details>
          <summary>{texts('importFaults')}</summary>
          <FaultList faults={wrong} />
        </details>
      )}
    </>
  );
}

/** How far it is, or how many profiles came in. */
function outcomeOf(info: ImportInfo): string {
  if (info.state === 'DONE') return endTexts('importDone', { count: info.profiles });
  return info.state === 'REFUSED' || info.state === 'WITHDRAWN' ? texts('importNothing') : progressText(info);
}
