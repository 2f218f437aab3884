import type { Session } from '@numscope/contracts';
import { ConfirmModal, DataTable, notify, TableMenus, useAction, useCall, useTableChoice } from '@numscope/ui';
import { useState } from 'react';
import { ListPage } from '../../components/list-page.tsx';
import { texts } from '../../texts/texts.ts';
import { SecondFactorButton } from '../second-factor/second-factor-button.tsx';
import { sessionColumns } from './session-columns.tsx';

/** Where one is signed in, and the end of that. */
export default function SessionsPage() {
  const [choice, setChoice] = useTableChoice('sessions');
  const [ending, setEnding] = useState<Session | null>(null);
  const query = useCall('listSessions', {}, { quiet: true });
  const columns = sessionColumns(setEnding);
  return (
    <div className="ns-page">
      <ListPage
        title={texts('sessions')}
        failed={texts('sessionsFailed')}
        query={query}
        hint={
          query.data === undefined ? null : (
            <span className="ns-t3 ns-num">{texts('sessionsCount', { count: query.data.length })}</span>
          )
        }
        actions={<SecondFactorButton />}
        tools={
          <>
            <span className="ns-grow" />
            <TableMenus columns={columns} choice={choice} onChange={setChoice} />
          </>
        }
      >
        {(sessions) => (
          <DataTable
            label={texts('sessions')}
            columns={columns}
            rows={sessions}
            rowId={(session) => session.id}
            choice={choice}
            onChoice={setChoice}
          />
        )}
      </ListPage>
      {ending === null ? null : <EndSession session={ending} onClose={() => setEnding(null)} />}
    </div>
  );
}

/** Asks before a session ends. */
function EndSession({ session: { id, address }, onClose }: { session: Session; onClose: () => void }) {
  const end = useAction('endSession', {
    invalidates: ['listSessions'],
    onSuccess: () => {
      notify('success', texts('sessionEnded', { address }));
      onClose();
    },
  });
  return (
    <ConfirmModal
      question={texts('sessionEndQuestion')}
      action={texts('sessionEndAction')}
      keep={texts('sessionEndKeep')}
      danger
      busy={end.isPending}
      onConfirm={() => end.mutate({ params: { id } })}
      onClose={onClose}
    >
      {texts('sessionEndHint')}
    </ConfirmModal>
  );
}
