import type { Webhook } from '@numscope/contracts';
import { Button, StateBlock, useCall, usePanelKeys, useQueryState, useTableChoice, lazyDialog } from '@numscope/ui';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { TablePage } from '../../components/table-page.tsx';
import { useAsked } from '../../components/use-asked.tsx';
import { useKeptRow } from '../../components/use-kept-row.ts';
import { texts } from '../../texts/texts.ts';
import { webhookColumns } from './webhook-columns.tsx';
import { WebhookPanel } from './webhook-panel.tsx';
import { WebhookStanding } from './webhook-standing.tsx';
import { webhooksView } from './webhooks-view.ts';

const WebhookDialog = lazyDialog(() => import('./webhook-dialog.tsx'));
const besidePanel = new Set(['name', 'url', 'standing', 'actions']);
/** Milliseconds between refreshes while the page is open. */
const EVERY = 10_000;

/** Who is told of events by HTTP, and what became of that. */
export default function WebhooksPage() {
  const [view, setView] = useQueryState(webhooksView);
  const choice = useTableChoice('webhooks');
  const [remove, question] = useAsked(({ id, name }: Webhook) => ({
    call: 'deleteWebhook',
    input: { params: { id } },
    invalidates: ['listWebhooks'],
    done: () => texts('webhookDeleted', { name }),
    question: texts('webhookDeleteQuestion'),
    action: texts('webhookDeleteAction'),
    keep: texts('webhookDeleteKeep'),
    children: texts('webhookDeleteHint', { name }),
  }));
  const query = useCall('listWebhooks', {}, { quiet: true, every: EVERY });
  const all = query.data ?? [];
  const opened = all.find(({ id }) => id === view.open);
  const edited = useKeptRow(view.edit, all);
  const open = ({ id }: Webhook): void => setView({ open: id, state: 'all', page: 0 }, { replace: view.open !== '' });
  usePanelKeys(all, ({ id }) => id, view.open, open);
  const edit = ({ id }: Webhook): void => setView({ edit: id });
  const close = (): void => setView({ edit: '' }, { replace: true });
  return (
    <>
      <div className="ns-page">
        <TablePage
          wide
          panel={
            opened === undefined ? null : (
              <WebhookPanel
                key={opened.id}
                webhook={opened}
                view={view}
                onView={setView}
                onEdit={() => edit(opened)}
                onDelete={() => remove(opened)}
                onClose={() => setView({ open: '', state: 'all', page: 0 })}
              />
            )
          }
          title={texts('webhooks')}
          failed={texts('webhooksFailed')}
          query={query}
          rows={(webhooks) => webhooks}
          counted={({ length: count }) => texts('webhooksCount', { count })}
          actions={
            <Button kind="primary" onClick={() => setView({ edit: 'new' })}>
              <IconPlus size={14} stroke={1.8} aria-hidden />
              {texts('webhookCreate')}
            </Button>
          }
          choice={choice}
          columns={webhookColumns(edit, remove)}
          narrowedTo={opened === undefined ? undefined : besidePanel}
          rowId={({ id }) => id}
          openId={view.open}
          onOpen={open}
          renderCard={(webhook) => <WebhookCard webhook={webhook} />}
          empty={
            <StateBlock kind="empty" icon={<IconWebhook size={20} stroke={1.5} />} title={texts('webhooksNone')}>
              {texts('webhooksNoneHint')}
            </StateBlock>
          }
        />
      </div>
      {view.edit === 'new' || edited !== undefined ? (
        <WebhookDialog
          key={view.edit}
          webhook={edited ?? null}
          onClose={close}
          onSaved={({ id }) => setView({ edit: '', open: id }, { replace: true })}
        />
      ) : null}
      {question}
    </>
  );
}

/** A webhook on a narrow screen. */
function WebhookCard({ webhook }: { webhook: Webhook }) {
  return (
    <span className="ad-card">
      <span className="ns-row">
        <span className="ns-b ns-clip ns-grow">{webhook.name}</span>
        <WebhookStanding webhook={webhook} />
      </span>
      <span className="ns-sm ns-t3 ns-clip">{webhook.url}</span>
      <span className="ns-sm ns-t3 ns-clip">{webhook.events.join(', ')}</span>
    </span>
  );
}
