import { type Delivery, deliveryStates, limits, type Webhook } from '@numscope/contracts';
import {
  Button,
  formatMoment,
  Mark,
  Moment,
  notify,
  NotLoaded,
  Pager,
  phoneStatusKinds,
  Segmented,
  Skeleton,
  sourceStateKinds,
  StaleNote,
  useAction,
  useCall,
} from '@numscope/ui';
import { IconRefresh } from '@tabler/icons-react';
import { Clipped } from '../../components/columns.tsx';
import { texts } from '../../texts/texts.ts';
import type { WebhooksView } from './webhooks-view.ts';

/** Milliseconds between refreshes while they are shown. */
export const EVERY = 5000;
const size = limits.pageSize.jobs;
const stale = ['listWebhooks', 'webhookDeliveries'] as const;

interface DeliveriesProps {
  webhook: Webhook;
  view: WebhooksView;
  onView: (part: Partial<WebhooksView>) => void;
}

/** What was sent to a webhook, is to be sent, or was given up, newest first. */
export function Deliveries({ webhook: { id, dead }, view: { state, page }, onView }: DeliveriesProps) {
  const query = useCall(
    'webhookDeliveries',
    { params: { id }, query: { page, size, ...(state === 'all' ? {} : { state }) } },
    { quiet: true, every: EVERY },
  );
  const replayAll = useAction('replayDeliveries', {
    invalidates: stale,
    onSuccess: ({ deliveries }) => notify('success', texts('deliveriesReplayed', { count: deliveries })),
  });
  return (
    <section className="ns-sect ad-deliveries" aria-label={texts('deliveries')}>
      <div className="ns-sect-head">
        <h2>{texts('deliveries')}</h2>
        {dead === 0 ? null : (
          <Button size="sm" busy={replayAll.isPending} onClick={() => replayAll.mutate({ params: { id } })}>
            <IconRefresh size={14} stroke={1.8} aria-hidden />
            {texts('deliveriesReplay')}
          </Button>
        )}
      </div>
      <Segmented
        label={texts('deliveriesShow')}
        value={state}
        segments={[
          { value: 'all', label: texts('deliveriesAll') },
          ...deliveryStates.map((one) => ({ value: one, label: texts(`deliveries${one}`) })),
        ]}
        onChange={(next) => onView({ state: next, page: 0 })}
      />
      <StaleNote query={query} />
      {query.data === undefined ? (
        <NotLoaded query={query} title={texts('deliveriesFailed')} rows={4} />
      ) : query.data.content.length === 0 && query.isPlaceholderData ? (
        <Skeleton rows={4} />
      ) : query.data.content.length === 0 ? (
        <p className="ns-t3">{texts(state === 'all' ? 'deliveriesNone' : 'deliveriesNoneOfState')}</p>
      ) : (
        <>
          <ul className="ns-answers" aria-label={texts('deliveries')} aria-busy={query.isPlaceholderData}>
            {query.data.content.map((delivery) => (
              <DeliveryItem key={delivery.id} webhook={id} delivery={delivery} />
            ))}
          </ul>
          <Pager
            page={page}
            size={size}
            of={query.data}
            stale={query.isPlaceholderData}
            onPage={(next) => onView({ page: next })}
          />
        </>
      )}
      <p className="ns-hint">{texts('deliveriesHint')}</p>
    </section>
  );
}

function DeliveryMark({ delivery: { state, attempts } }: { delivery: Delivery }) {
  if (state === 'DELIVERED') return <Mark kind={phoneStatusKinds.FOUND}>{texts('deliveryArrived')}</Mark>;
  if (state === 'DEAD') return <Mark kind={phoneStatusKinds.FAILED}>{texts('deliveryDead')}</Mark>;
  return attempts === 0 ? (
    <Mark kind={phoneStatusKinds.PENDING}>{texts('deliveryWaits')}</Mark>
  ) : (
    <Mark kind={sourceStateKinds.HALF_OPEN}>{texts('deliveryFailed')}</Mark>
  );
}

/** How often it was tried and when, and when it is tried again. */
function attemptsOf({ state, attempts, lastAt, nextAt }: Delivery): string {
  const parts = [texts('deliveryAttempts', { count: attempts })];
  if (lastAt !== null) parts.push(texts('deliveryLast', { time: formatMoment(lastAt) }));
  if (state === 'PENDING' && attempts > 0 && nextAt !== null)
    parts.push(texts('deliveryNext', { time: formatMoment(nextAt) }));
  return parts.join(', ');
}

function DeliveryItem({ webhook, delivery }: { webhook: string; delivery: Delivery }) {
  const { id, type, key, state, status, reason, queuedAt } = delivery;
  const replay = useAction('replayDelivery', {
    invalidates: stale,
    onSuccess: () => notify('success', texts('deliveryReplayed', { type, key })),
  });
  const fault = reason ?? (status === null ? null : texts('deliveryStatus', { status }));
  return (
    <li className="ad-delivery">
      <span className="ns-row">
        <span className="ns-b">{type}</span>
        <Clipped className="ns-mono ns-sm" text={key} />
        <span className="ns-grow" />
        <Moment className="ns-sm ns-t3 ns-num ns-nowrap" at={queuedAt} />
      </span>
      <span className="ad-delivery-state">
        <DeliveryMark delivery={delivery} />
        {fault === null ? null : <span className="ns-sm ns-t2">{fault}</span>}
      </span>
      <span className="ns-row">
        <span className="ns-sm ns-t3 ns-num ns-grow">{attemptsOf(delivery)}</span>
        {state === 'DEAD' ? (
          <Button
            size="sm"
            busy={replay.isPending}
            aria-label={texts('deliveryReplayOf', { type, key })}
            onClick={() => replay.mutate({ params: { id: webhook, delivery: id } })}
          >
            {texts('deliveryReplay')}
          </Button>
        ) : null}
      </span>
    </li>
  );
}
