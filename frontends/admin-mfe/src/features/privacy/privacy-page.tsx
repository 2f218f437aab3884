import { Button, choiceField, hasModule, lazyDialog, useQueryState, useSession } from '@numscope/ui';
import { IconEraser, IconFileText, IconHistoryOff } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';
import { ListedNumbers } from './listed-numbers.tsx';

const windows = {
  add: lazyDialog(() => import('./add-numbers.tsx')),
  access: lazyDialog(() => import('./access-document.tsx')),
  retention: lazyDialog(() => import('./retention-dialog.tsx')),
  erase: lazyDialog(() => import('./erase-number.tsx')),
};
/** `ask` is the window that is open. */
const view = { ask: choiceField(['', 'add', 'access', 'retention', 'erase'], '') };

/** What people may ask of those who keep data about them. */
export default function PrivacyPage() {
  const [{ ask }, setView] = useQueryState(view);
  // It tells whole profiles.
  const mayRead = hasModule(useSession(), 'Profiler');
  const Asked = ask === '' || (ask === 'access' && !mayRead) ? null : windows[ask];
  return (
    <div className="ns-page" aria-label={texts('privacy')}>
      <ListedNumbers
        onAdd={() => setView({ ask: 'add' })}
        actions={
          <>
            {mayRead ? (
              <Button onClick={() => setView({ ask: 'access' })}>
                <IconFileText size={14} stroke={1.8} aria-hidden />
                {texts('access')}
              </Button>
            ) : null}
            <Button onClick={() => setView({ ask: 'retention' })}>
              <IconHistoryOff size={14} stroke={1.8} aria-hidden />
              {texts('retention')}
            </Button>
            <Button onClick={() => setView({ ask: 'erase' })}>
              <IconEraser size={14} stroke={1.8} aria-hidden />
              {texts('eraseNumber')}
            </Button>
          </>
        }
      />
      {Asked === null ? null : <Asked onClose={() => setView({ ask: '' }, { replace: true })} />}
    </div>
  );
}
