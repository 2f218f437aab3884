import { Button, hasModule, lazyDialog, useSession } from '@numscope/ui';
import { IconEraser, IconFileText, IconHistoryOff } from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { ListedNumbers } from './listed-numbers.tsx';

const AccessDocument = lazyDialog(() => import('./access-document.tsx'));
const RetentionDialog = lazyDialog(() => import('./retention-dialog.tsx'));
const EraseNumber = lazyDialog(() => import('./erase-number.tsx'));

/** What people may ask of those who keep data about them. */
export default function PrivacyPage() {
  const [asking, setAsking] = useState(false);
  const [keeping, setKeeping] = useState(false);
  const [erasing, setErasing] = useState(false);
  // It tells whole profiles.
  const mayRead = hasModule(useSession(), 'Profiler');
  return (
    <div className="ns-page" aria-label={texts('privacy')}>
      <ListedNumbers
        actions={
          <>
            {mayRead ? (
              <Button onClick={() => setAsking(true)}>
                <IconFileText size={14} stroke={1.8} aria-hidden />
                {texts('access')}
              </Button>
            ) : null}
            <Button onClick={() => setKeeping(true)}>
              <IconHistoryOff size={14} stroke={1.8} aria-hidden />
              {texts('retention')}
            </Button>
            <Button onClick={() => setErasing(true)}>
              <IconEraser size={14} stroke={1.8} aria-hidden />
              {texts('eraseNumber')}
            </Button>
          </>
        }
      />
      {asking ? <AccessDocument onClose={() => setAsking(false)} /> : null}
      {keeping ? <RetentionDialog onClose={() => setKeeping(false)} /> : null}
      {erasing ? <EraseNumber onClose={() => setErasing(false)} /> : null}
    </div>
  );
}
