import type { ApiKey, NewApiKey } from '@numscope/contracts';
import {
  Button,
  ConfirmModal,
  DataTable,
  notify,
  StateBlock,
  TableMenus,
  textField,
  useAction,
  useCall,
  useQueryState,
  useTableChoice,
  lazyDialog,
} from '@numscope/ui';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { ListPage } from '../../components/list-page.tsx';
import { texts } from '../../texts/texts.ts';
import { holderOf, KeyEnd, keyColumns } from './key-columns.tsx';
import { ShownKey } from './shown-key.tsx';

const KeyDialog = lazyDialog(() => import('./key-dialog.tsx'));
const view = { edit: textField() };

/** The own API keys, and for administrators those of services. */
export default function KeysPage() {
  const [state, setState] = useQueryState(view);
  const [choice, setChoice] = useTableChoice('keys');
  const [made, setMade] = useState<NewApiKey | null>(null);
  const [leaving, setLeaving] = useState<ApiKey | null>(null);
  const query = useCall('listKeys', {}, { quiet: true });
  const columns = keyColumns(setLeaving);
  const close = (): void => setState({ edit: '' }, { replace: true });
  const create = (
    <Button kind="primary" onClick={() => setState({ edit: 'new' })}>
      <IconPlus size={14} stroke={1.8} aria-hidden />
      {texts('keyCreate')}
    </Button>
  );
  return (
    <div className="ns-page">
      <ListPage
        title={texts('keys')}
        failed={texts('keysFailed')}
        query={query}
        hint={
          query.data === undefined ? null : (
            <span className="ns-t3 ns-num">{texts('keysCount', { count: query.data.length })}</span>
          )
        }
        actions={create}
        tools={
          <>
            <span className="ns-grow" />
            <TableMenus columns={columns} choice={choice} onChange={setChoice} />
          </>
        }
        isEmpty={(keys) => keys.length === 0}
        empty={
          <StateBlock kind="empty" icon={<IconKey size={20} stroke={1.5} />} title={texts('keysNone')}>
            {texts('keysNoneHint')}
          </StateBlock>
        }
      >
        {(keys) => (
          <DataTable
            label={texts('keys')}
            columns={columns}
            rows={keys}
            rowId={(key) => key.id}
            lines={2}
            choice={choice}
            onChoice={setChoice}
            renderCard={(key) => <KeyCard apiKey={key} onRevoke={() => setLeaving(key)} />}
          />
        )}
      </ListPage>
      <Suspense fallback={null}>
        {state.edit === 'new' ? (
          <KeyDialog
            onClose={close}
            onMade={(key) => {
              setMade(key);
              close();
            }}
          />
        ) : null}
      </Suspense>
      {made === null ? null : <ShownKey made={made} onClose={() => setMade(null)} />}
      {leaving === null ? null : <RevokeKey apiKey={leaving} onClose={() => setLeaving(null)} />}
    </div>
  );
}

/** Asks before a key goes. */
function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { id, name } = apiKey;
  const revoke = useAction('deleteKey', {
    invalidates: ['listKeys'],
    onSuccess: () => {
      notify('success', texts('keyRevoked', { name }));
      onClose();
    },
  });
  return (
    <ConfirmModal
      question={texts('keyRevokeQuestion')}
      action={texts('keyRevokeAction')}
      keep={texts('keyRevokeKeep')}
      danger
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate({ params: { id } })}
      onClose={onClose}
    >
      {texts('keyRevokeHint', { name })}
    </ConfirmModal>
  );
}

/** A key on a narrow screen. */
function KeyCard({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  return (
    <span className="ns-row">
      <span className="ad-card ns-grow">
        <span className="ns-b ns-clip">{apiKey.name}</span>
        <span className="ns-sm ns-t3">
          {holderOf(apiKey)} · {apiKey.scopes.join(', ')}
        </span>
      </span>
      <KeyEnd apiKey={apiKey} />
      <Button onClick={onRevoke}>{texts('keyRevokeAction')}</Button>
    </span>
  );
}
