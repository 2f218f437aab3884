import type { ApiKey } from '@numscope/contracts';
import { type Column, IconButton, Moment, NAME_LEAST } from '@numscope/ui';
import { IconTrash } from '@tabler/icons-react';
import { actionsColumn, Clipped } from '../../components/columns.tsx';
import { texts } from '../../texts/texts.ts';
import { isOver } from './key-form.ts';

export const holderOf = ({ role }: ApiKey): string => (role === null ? texts('keyOwn') : texts('keyService', { role }));

/** When a key ends, or that it has. */
export function KeyEnd({ apiKey }: { apiKey: ApiKey }) {
  const { expiresAt } = apiKey;
  if (isOver(expiresAt)) return <span className="ns-tag">{texts('keyExpired')}</span>;
  return <Moment className="ns-t2" at={expiresAt} none={texts('keyNever')} />;
}

function LastUse({ apiKey }: { apiKey: ApiKey }) {
  const { lastUsedAt, lastUsedFrom } = apiKey;
  return (
    <span>
      <Moment className="ns-t2" at={lastUsedAt} none={texts('keyUnused')} />
      {lastUsedFrom === null ? null : (
        <span className="ns-block ns-sm ns-t3">{texts('keyUsedFrom', { address: lastUsedFrom })}</span>
      )}
    </span>
  );
}

/** The columns of the API keys. */
export const keyColumns = (onRevoke: (key: ApiKey) => void): Column<ApiKey>[] => [
  {
    id: 'name',
    least: NAME_LEAST,
    header: texts('keyName'),
    fixed: true,
    cell: (key) => <Clipped className="ns-b" text={key.name} />,
  },
  {
    id: 'prefix',
    header: texts('keyBegins'),
    width: 110,
    cell: ({ prefix }) => <code className="ns-mono">{prefix}…</code>,
  },
  {
    id: 'holder',
    header: texts('keyHolder'),
    width: 150,
    cell: (key) => <span className="ns-t2">{holderOf(key)}</span>,
  },
  {
    id: 'scopes',
    header: texts('keyScopes'),
    cell: ({ scopes }) => <Clipped className="ns-t2" text={scopes.join(', ')} />,
  },
  {
    id: 'addresses',
    header: texts('keyAddresses'),
    width: 160,
    cell: ({ addresses }) => (
      <span className="ns-clip ns-t2" title={addresses.join(', ')}>
        {addresses.length === 0 ? texts('keyAnywhere') : addresses.join(', ')}
      </span>
    ),
  },
  { id: 'expires', header: texts('keyExpires'), width: 140, cell: (key) => <KeyEnd apiKey={key} /> },
  { id: 'lastUsed', header: texts('keyLastUsed'), width: 160, cell: (key) => <LastUse apiKey={key} /> },
  actionsColumn(80, (key) => (
    <IconButton label={texts('keyRevoke', { name: key.name })} onClick={() => onRevoke(key)}>
      <IconTrash size={16} stroke={1.7} />
    </IconButton>
  )),
];
