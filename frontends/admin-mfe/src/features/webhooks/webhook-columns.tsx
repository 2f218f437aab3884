import type { Webhook } from '@numscope/contracts';
import { type Column, IconButton, Moment, NAME_LEAST } from '@numscope/ui';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { actionsColumn, Clipped } from '../../components/columns.tsx';
import { texts } from '../../texts/texts.ts';
import { WebhookStanding } from './webhook-standing.tsx';

/** The columns of the webhooks. */
export const webhookColumns = (
  onEdit: (webhook: Webhook) => void,
  onDelete: (webhook: Webhook) => void,
): Column<Webhook>[] => [
  {
    id: 'name',
    least: NAME_LEAST,
    header: texts('webhookName'),
    fixed: true,
    cell: ({ name }) => <Clipped className="ns-b" text={name} />,
  },
  {
    id: 'url',
    header: texts('webhookUrl'),
    cell: ({ url }) => <Clipped className="ns-t2" text={url} />,
  },
  {
    id: 'events',
    header: texts('webhookEvents'),
    cell: ({ events }) => <Clipped className="ns-t2" text={events.join(', ')} />,
  },
  {
    id: 'standing',
    header: texts('webhookStanding'),
    width: 210,
    cell: (webhook) => <WebhookStanding webhook={webhook} />,
  },
  {
    id: 'createdBy',
    header: texts('webhookMadeBy'),
    width: 130,
    cell: ({ createdBy }) => <span className="ns-t2">{createdBy}</span>,
  },
  {
    id: 'createdOn',
    header: texts('webhookMadeOn'),
    width: 140,
    cell: ({ createdOn }) => <Moment className="ns-t2" at={createdOn} />,
  },
  actionsColumn(90, (webhook) => (
    <>
      <IconButton label={texts('webhookEdit', { name: webhook.name })} onClick={() => onEdit(webhook)}>
        <IconPencil size={16} stroke={1.7} />
      </IconButton>
      <IconButton label={texts('webhookDelete', { name: webhook.name })} onClick={() => onDelete(webhook)}>
        <IconTrash size={16} stroke={1.7} />
      </IconButton>
    </>
  )),
];
