import type { ApiKey, NewApiKey } from '@numscope/contracts';
import { Button, StateBlock, textField, useCall, useQueryState, useTableChoice, lazyDialog } from '@numscope/ui';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { TablePage } from '../../components/table-page.tsx';
import { useAsked } from '../../components/use-asked.tsx';
import { texts } from '../../texts/texts.ts';
import { holderOf, KeyEnd, keyColumns } from './key-columns.tsx';
import { ShownKey } from './shown-key.tsx';

const KeyDialog = lazyDialog(() => import('./key-dialog.tsx'));
const view = { edit: textField() };

/** The own API keys, and for administrators those of services. */
export default function KeysPage() {
  const [state, setState] = useQueryState(view);
  const choice = useTableChoice('keys');
  const [made, setMade] = useState<NewApiKey | null>(null);
  const [revoke, question] = useAsked(({ id, name }: ApiKey) => ({
    call: 'deleteKey',
    input: { params: { id } },
    invalidates: ['listKeys'],
    done: () => texts('keyRevoked', { name }),
    question: texts('keyRevokeQuestion'),
    action: texts('keyRevokeAction'),
    keep: texts('keyRevokeKeep'),
    children: texts('keyRevokeHint', { name }),
  }));
  const query = useCall('listKeys', {}, { quiet: true });
  const close = (): void => setState({ edit: '' }, { replace: true });
  const create = (
    <Button kind="primary" onClick={() => setState({ edit: 'new' })}>
      <IconPlus size={14} stroke={1.8} aria-hidden />
      {texts('keyCreate')}
    </Button>
  );
  return (
    <div className="ns-page">
      <TablePage
        title={texts('keys')}
        failed={texts('keysFailed')}
        query={query}
        rows={(keys) => keys}
        counted={(keys) => texts('keysCount', { count: keys.length })}
        actions={create}
        choice={choice}
        columns={keyColumns(revoke)}
        rowId={({ id }) => id}
        lines={2}
        renderCard={(key) => <KeyCard apiKey={key} onRevoke={() => revoke(key)} />}
        empty={
          <StateBlock kind="empty" icon={<IconKey size={20} stroke={1.5} />} title={texts('keysNone')}>
            {texts('keysNoneHint')}
          </StateBlock>
        }
      />
      {state.edit === 'new' ? (
        <KeyDialog
          onClose={close}
          onMade={(key) => {
            setMade(key);
            close();
          }}
        />
      ) : null}
      {made === null ? null : <ShownKey made={made} onClose={() => setMade(null)} />}
      {question}
    </div>
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
      <Button onClick={onRevoke}>
        {texts('keyRevokeAction')}
        <span className="ns-sr"> {apiKey.name}</span>
      </Button>
    </span>
  );
}
