import type { Session } from '@numscope/contracts';
import {
  Button,
  choiceField,
  ConfirmModal,
  DataTable,
  notify,
  TableMenus,
  useAction,
  useCall,
  useQueryState,
  useTableChoice,
  lazyDialog,
} from '@numscope/ui';
import { IconKey } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { ListPage } from '../../components/list-page.tsx';
import { texts } from '../../texts/texts.ts';
import { SecondFactorButton } from '../second-factor/second-factor-button.tsx';
import { sessionColumns } from './session-columns.tsx';

const OwnPasswordDialog = lazyDialog(() => import('../own-password/own-password-dialog.tsx'));

/** What the address of the screen holds: the window that is open. */
const sessionsView = { change: choiceField(['', 'password'], '') };

/** Where one is signed in, and the end of that; the own password and second factor. */
export default function SessionsPage() {
  const [choice, setChoice] = useTableChoice('sessions');
  const [view, setView] = useQueryState(sessionsView);
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
        actions={
          <>
            <Button onClick={() => setView({ change: 'password' })}>
              <IconKey size={14} stroke={1.8} aria-hidden />
              {texts('ownPassword')}
            </Button>
            <SecondFactorButton />
          </>
        }
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
      <Suspense fallback={null}>
        {view.change === 'password' ? (
          <OwnPasswordDialog onClose={() => setView({ change: '' }, { replace: true })} />
        ) : null}
      </Suspense>
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
