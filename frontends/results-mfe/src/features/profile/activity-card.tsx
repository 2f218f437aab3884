import './activity-card.css';
import type { ProfileDetail } from '@numscope/contracts';
import { formatCount, Moment } from '@numscope/ui';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconPointFilled,
  IconSparkles,
} from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { activitiesOf } from './activities.ts';
import { SectionCard } from './section-card.tsx';

const icons = {
  found: IconCircleCheck,
  nothing: IconCircleMinus,
  failed: IconAlertTriangle,
  online: IconPointFilled,
  first: IconSparkles,
};
const SHORT = 5;

/** What happened around the number, the newest first. */
export function ActivityCard({ detail }: { detail: ProfileDetail }) {
  const [open, setOpen] = useState(false);
  const activities = activitiesOf(detail);
  return (
    <SectionCard
      id="activity"
      count={activities.length}
      aside={
        activities.length > SHORT ? (
          <button type="button" className="ns-link ns-noprint" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? texts('fewer') : texts('all', { count: formatCount(activities.length) })}
          </button>
        ) : null
      }
    >
      <ol className="rp-activity">
        {activities.map(({ at, kind, text }, i) => {
          const Icon = icons[kind];
          return (
            <li key={`${at} ${text}`} data-kind={kind} data-more={i >= SHORT && !open ? '' : undefined}>
              <Icon size={14} stroke={1.8} aria-hidden />
              <span className="ns-clip" title={text}>
                {text}
              </span>
              <Moment className="ns-sm ns-t3 ns-num ns-nowrap" at={at} />
            </li>
          );
        })}
      </ol>
    </SectionCard>
  );
}
