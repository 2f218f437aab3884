import type { Webhook } from '@numscope/contracts';
import {
  Button,
  ConfirmModal,
  DataTable,
  notify,
  StateBlock,
  TableMenus,
  useAction,
  useCall,
  usePanelKeys,
  useQueryState,
  useTableChoice,
  lazyDialog,
} from '@numscope/ui';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { ListPage } from '../../components/list-page.tsx';
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
  const [choice, setChoice] = useTableChoice('webhooks');
  const [leaving, setLeaving] = useState<Webhook | null>(null);
  const query = useCall('listWebhooks', {}, { quiet: true, every: EVERY });
  const all = query.data ?? [];
  const opened = all.find(({ id }) => id === view.open);
  const edited = all.find(({ id }) => id === view.edit);
  const open = ({ id }: Webhook): void => setView({ open: id, state: 'all', page: 0 }, { replace: view.open !== '' });
  usePanelKeys(all, ({ id }) => id, view.open, open);
  const edit = ({ id }: Webhook): void => setView({ edit: id });
  const close = (): void => setView({ edit: '' }, { replace: true });
  const columns = webhookColumns(edit, setLeaving);
  return (
    <>
      <div className="ns-page">
        <ListPage
          wide
          panel={
            opened === undefined ? null : (
              <WebhookPanel
                key={opened.id}
                webhook={opened}
                view={view}
                onView={setView}
                onEdit={() => edit(opened)}
                onDelete={() => setLeaving(opened)}
                onClose={() => setView({ open: '', state: 'all', page: 0 })}
              />
            )
          }
          title={texts('webhooks')}
          failed={texts('webhooksFailed')}
          query={query}
          hint={
            query.data === undefined ? null : (
              <span className="ns-t3 ns-num">{texts('webhooksCount', { count: all.length })}</span>
            )
          }
          actions={
            <Button kind="primary" onClick={() => setView({ edit: 'new' })}>
              <IconPlus size={14} stroke={1.8} aria-hidden />
              {texts('webhookCreate')}
            </Button>
          }
          tools={
            <>
              <span className="ns-grow" />
              <TableMenus columns={columns} choice={choice} onChange={setChoice} />
            </>
          }
          isEmpty={(webhooks) => webhooks.length === 0}
          empty={
            <StateBlock kind="empty" icon={<IconWebhook size={20} stroke={1.5} />} title={texts('webhooksNone')}>
              {texts('webhooksNoneHint')}
            </StateBlock>
          }
        >
          {(webhooks) => (
            <DataTable
              label={texts('webhooks')}
              columns={opened === undefined ? columns : columns.filter(({ id }) => besidePanel.has(id))}
              rows={webhooks}
              rowId={({ id }) => id}
              choice={choice}
              onChoice={setChoice}
              openId={view.open}
              onOpen={open}
              renderCard={(webhook) => <WebhookCard webhook={webhook} />}
            />
          )}
        </ListPage>
      </div>
      <Suspense fallback={null}>
        {view.edit === 'new' || edited !== undefined ? (
          <WebhookDialog
            key={view.edit}
            webhook={edited ?? null}
            onClose={close}
            onSaved={({ id }) => setView({ edit: '', open: id }, { replace: true })}
          />
        ) : null}
      </Suspense>
      {leaving === null ? null : <DeleteWebhook webhook={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

/** Asks before a webhook goes. */
function DeleteWebhook({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const remove = useAction('deleteWebhook', {
    invalidates: ['listWebhooks'],
    onSuccess: () => {
      notify('success', texts('webhookDeleted', { name }));
      onClose();
    },
  });
  return (
    <ConfirmModal
      question={texts('webhookDeleteQuestion')}
      action={texts('webhookDeleteAction')}
      keep={texts('webhookDeleteKeep')}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      {texts('webhookDeleteHint', { name })}
    </ConfirmModal>
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
