import './system-page.css';
import type { ServiceHealth } from '@numscope/contracts';
import { Button, formatClock, formatCount, lazyPart, Mark, RightHead, type StatusKind, useCall } from '@numscope/ui';
import { loadNeedsYou } from '@numscope/ui/needs-you/load-needs-you.ts';
import { IconAlertTriangle, IconCircleCheck, IconLoader2, IconRefresh } from '@tabler/icons-react';
import { ListPage } from '../../components/list-page.tsx';
import { texts } from '../../texts/texts.ts';
import { EVERY } from './every.ts';
import { FacesCard } from './faces-card.tsx';
import { ClearStorageButton, StorageCard } from './storage-card.tsx';

const NeedsYou = lazyPart(loadNeedsYou);

const kinds: Record<ServiceHealth['status'], StatusKind & { says: 'up' | 'down' | 'startingState' }> = {
  UP: { icon: IconCircleCheck, tone: 'good', word: 'done', says: 'up' },
  DOWN: { icon: IconAlertTriangle, tone: 'bad', word: 'failed', says: 'down' },
  STARTING: { icon: IconLoader2, tone: 'live', word: 'inProgress', says: 'startingState' },
};

const HealthMark = ({ status, pill = false }: { status: ServiceHealth['status']; pill?: boolean }) => (
  <Mark kind={kinds[status]} pill={pill} turns={status === 'STARTING'}>
    {texts(kinds[status].says)}
  </Mark>
);

/** How each service and each engine behind it is. */
export default function SystemPage() {
  const query = useCall('healthAll', {}, { every: EVERY, quiet: true });
  const down = query.data?.services.filter(({ status }) => status !== 'UP').length ?? 0;
  return (
    <div className="ns-page">
      <ListPage
        title={texts('system')}
        failed={texts('systemFailed')}
        query={query}
        hint={
          query.data === undefined ? null : (
            <output className="ns-row">
              <Mark pill kind={kinds[down === 0 ? 'UP' : 'DOWN']}>
                {down === 0 ? texts('allUp') : texts('somethingDown', { count: formatCount(down) })}
              </Mark>
              <span className="ns-sm ns-t3 ns-num">
                {texts('updatedAt', { time: formatClock(query.dataUpdatedAt) })}
              </span>
            </output>
          )
        }
        actions={
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            <IconRefresh size={14} stroke={1.8} aria-hidden />
            {texts('refresh')}
          </Button>
        }
      >
        {({ services }) => (
          <>
            <NeedsYou disk={<ClearStorageButton />} />
            <div className="ad-services">
              <FacesCard />
              <StorageCard />
              {services.map((service) => (
                <ServiceCard key={service.name} service={service} />
              ))}
            </div>
          </>
        )}
      </ListPage>
    </div>
  );
}

function ServiceCard({ service }: { service: ServiceHealth }) {
  return (
    <section className="ns-card" aria-label={service.name}>
      <div className="ns-card-head">
        <h2>{service.name}</h2>
        <span className="ns-sm ns-t3 ns-num">{service.version}</span>
        <span className="ns-grow" />
        <HealthMark status={service.status} pill />
      </div>
      <div className="ns-card-body">
        <table className="ns-mini">
          <thead>
            <tr>
              <th scope="col">{texts('check')}</th>
              <th scope="col">{texts('status')}</th>
              <th scope="col">{texts('says')}</th>
              <RightHead>{texts('answer')}</RightHead>
            </tr>
          </thead>
          <tbody>
            {service.checks.map((check) => (
              <tr key={check.name}>
                <td title={check.name}>{check.name}</td>
                <td>
                  <HealthMark status={check.status} />
                </td>
                <td className={check.status === 'UP' ? 'ns-t2' : 'ns-t2 ad-trouble'} title={check.message}>
                  {check.message ?? ''}
                </td>
                <td className="ns-right ns-t2">
                  {check.ms === undefined ? '' : texts('ms', { count: formatCount(Math.round(check.ms)) })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <Queues queues={service.queues ?? []} />
      </div>
    </section>
  );
}

/** What of the events that a service listens to is not handled yet. */
function Queues({ queues }: { queues: NonNullable<ServiceHealth['queues']> }) {
  if (queues.length === 0) return null;
  const waiting = queues.filter((queue) => queue.waiting > 0);
  if (waiting.length === 0) return <p className="ns-sm ns-t3 ad-queues">{texts('queuesEmpty')}</p>;
  return (
    <ul className="ad-queues" aria-label={texts('queuesWaiting')}>
      {waiting.map(({ topic, group, waiting: count }) => (
        <li key={`${group} ${topic}`} className="ns-sm" title={group}>
          {texts('queueWaits', { count, topic })}
        </li>
      ))}
    </ul>
  );
}
