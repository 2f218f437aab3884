import type { Session } from '@numscope/contracts';
import { Button, choiceField, useCall, useQueryState, useTableChoice, lazyDialog } from '@numscope/ui';
import { IconKey } from '@tabler/icons-react';
import { TablePage } from '../../components/table-page.tsx';
import { useAsked } from '../../components/use-asked.tsx';
import { texts } from '../../texts/texts.ts';
import { SecondFactorButton } from '../second-factor/second-factor-button.tsx';
import { SessionCard, sessionColumns } from './session-columns.tsx';

const OwnPasswordDialog = lazyDialog(() => import('../own-password/own-password-dialog.tsx'));

/** What the address of the screen holds: the window that is open. */
const sessionsView = { change: choiceField(['', 'password'], '') };

/** Where one is signed in, and the end of that; the own password and second factor. */
export default function SessionsPage() {
  const choice = useTableChoice('sessions');
  const [view, setView] = useQueryState(sessionsView);
  const [end, question] = useAsked(({ id, address }: Session) => ({
    call: 'endSession',
    input: { params: { id } },
    invalidates: ['listSessions'],
    done: () => texts('sessionEnded', { address }),
    question: texts('sessionEndQuestion'),
    action: texts('sessionEndAction'),
    keep: texts('sessionEndKeep'),
    children: texts('sessionEndHint'),
  }));
  const query = useCall('listSessions', {}, { quiet: true });
  return (
    <div className="ns-page">
      <TablePage
        title={texts('sessions')}
        failed={texts('sessionsFailed')}
        query={query}
        rows={(sessions) => sessions}
        counted={({ length: count }) => texts('sessionsCount', { count })}
        actions={
          <>
            <Button onClick={() => setView({ change: 'password' })}>
              <IconKey size={14} stroke={1.8} aria-hidden />
              {texts('ownPassword')}
            </Button>
            <SecondFactorButton />
          </>
        }
        choice={choice}
        columns={sessionColumns(end)}
        rowId={({ id }) => id}
        renderCard={(session) => <SessionCard session={session} onEnd={end} />}
      />
      {view.change === 'password' ? (
        <OwnPasswordDialog onClose={() => setView({ change: '' }, { replace: true })} />
      ) : null}
      {question}
    </div>
  );
}
