import './system-cards.css';
import { Button, lazyDialog } from '@numscope/ui';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '../../texts/texts.ts';

const ClearStorage = lazyDialog(() => import('./clear-storage.tsx'));

/** Frees what nobody needs of the store of pictures, after saying what that is. */
export function ClearStorageButton() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <IconTrash size={14} stroke={1.8} aria-hidden />
        {texts('clearStorage')}
      </Button>
      {asking ? <ClearStorage onClose={() => setAsking(false)} /> : null}
    </>
  );
}

/** The store of pictures, and the way to free what nobody needs of it. */
export function StorageCard() {
  return (
    <section className="ns-card" aria-label={texts('storage')}>
      <div className="ns-card-head">
        <h2>{texts('storage')}</h2>
      </div>
      <div className="ns-card-body ad-system-body">
        <p className="ns-sm ns-t2">{texts('storageHint')}</p>
        <ClearStorageButton />
      </div>
    </section>
  );
}
