import type { Webhook } from '@numscope/contracts';
import { type Column, IconButton, Moment, NAME_LEAST } from '@numscope/ui';
import { IconPencil, IconTrash } from '@tabler/icons-react';
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
    cell: ({ name }) => (
      <span className="ns-b ns-clip" title={name}>
        {name}
      </span>
    ),
  },
  {
    id: 'url',
    header: texts('webhookUrl'),
    cell: ({ url }) => (
      <span className="ns-clip ns-t2" title={url}>
        {url}
      </span>
    ),
  },
  {
    id: 'events',
    header: texts('webhookEvents'),
    cell: ({ events }) => (
      <span className="ns-clip ns-t2" title={events.join(', ')}>
        {events.join(', ')}
      </span>
    ),
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
  {
    id: 'actions',
    header: texts('actions'),
    width: 90,
    fixed: true,
    align: 'right',
    cell: (webhook) => (
      <span className="ad-actions">
        <IconButton label={texts('webhookEdit', { name: webhook.name })} onClick={() => onEdit(webhook)}>
          <IconPencil size={16} stroke={1.7} />
        </IconButton>
        <IconButton label={texts('webhookDelete', { name: webhook.name })} onClick={() => onDelete(webhook)}>
          <IconTrash size={16} stroke={1.7} />
        </IconButton>
      </span>
    ),
  },
];
