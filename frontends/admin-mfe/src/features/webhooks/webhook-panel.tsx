import './webhook-panel.css';
import type { Webhook } from '@numscope/contracts';
import { Button, IconButton, Moment, SidePanel, t, useAction, useCall } from '@numscope/ui';
import { IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import { Fact } from '../../components/fact.tsx';
import { texts } from '../../texts/texts.ts';
import { Deliveries, EVERY } from './deliveries.tsx';
import { WebhookStanding } from './webhook-standing.tsx';
import type { WebhooksView } from './webhooks-view.ts';
import { WebhookTrial } from './webhook-trial.tsx';

interface WebhookPanelProps {
  webhook: Webhook;
  view: WebhooksView;
  onView: (part: Partial<WebhooksView>) => void;
  onEdit: () => void;
  onDelete: () => void;
  onClose: () => void;
}

/** What a webhook is told of, in words. */
function narrowedTo({ filter, fields, createdBy }: Webhook): string {
  const parts: string[] = [];
  const { jobs = [], statuses = [], phones = [], savedSearchId, sources = [] } = filter ?? {};
  if (jobs.length > 0) parts.push(texts('webhookNarrowedJobs', { count: jobs.length }));
  if (statuses.length > 0) parts.push(statuses.join(', '));
  if (phones.length > 0) parts.push(texts('webhookNarrowedPhones', { count: phones.length }));
  if (savedSearchId !== undefined) parts.push(texts('webhookNarrowedSearch', { name: createdBy }));
  if (fields !== null) parts.push(texts('webhookNarrowedFields', { fields: fields.join(', ') }));
  if (sources.length > 0) parts.push(sources.join(', '));
  return parts.length === 0 ? texts('webhookNotNarrowed') : parts.join('; ');
}

/** One webhook: what it is told of, a test of it, and its deliveries. */
export function WebhookPanel({ webhook, view, onView, onEdit, onDelete, onClose }: WebhookPanelProps) {
  const { id, name, url, events, createdBy, createdOn } = webhook;
  const arrived = useCall(
    'webhookDeliveries',
    { params: { id }, query: { state: 'DELIVERED', size: 1 } },
    { quiet: true, every: EVERY },
  );
  const trial = useAction('testWebhook', { quiet: true });
  return (
    <SidePanel
      label={texts('webhookPanel', { name })}
      onClose={onClose}
      bar={<WebhookStanding webhook={webhook} />}
      actions={
        <>
          <IconButton label={texts('webhookEdit', { name })} onClick={onEdit}>
            <IconPencil size={16} stroke={1.7} />
          </IconButton>
          <IconButton label={texts('webhookDelete', { name })} onClick={onDelete}>
            <IconTrash size={16} stroke={1.7} />
          </IconButton>
        </>
      }
    >
      <div className="ad-hook-title">
        <h2>{name}</h2>
        <Button size="sm" busy={trial.isPending} onClick={() => trial.mutate({ params: { id } })}>
          <IconSend size={14} stroke={1.8} aria-hidden />
          {texts('webhookTest')}
        </Button>
      </div>
      <WebhookTrial trial={trial} />
      <section className="ns-sect ad-hook-facts">
        <dl className="ad-facts ns-num">
          <Fact name={texts('webhookUrl')}>{url}</Fact>
          <Fact name={texts('webhookEvents')}>{events.join(', ')}</Fact>
          <Fact name={texts('webhookNarrowed')}>{narrowedTo(webhook)}</Fact>
          <Fact name={texts('webhookMadeBy')}>
            {createdBy}, <Moment at={createdOn} within />
          </Fact>
          <Fact name={texts('webhookArrived')}>
            {arrived.error !== null ? (
              t('loadFailed')
            ) : arrived.data === undefined ? null : (
              <Moment at={arrived.data.content[0]?.lastAt ?? null} none={texts('webhookArrivedNone')} />
            )}
          </Fact>
        </dl>
      </section>
      <Deliveries webhook={webhook} view={view} onView={onView} />
    </SidePanel>
  );
}
