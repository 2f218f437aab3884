import { Button, useCall, lazyDialog } from '@numscope/ui';
import { IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '../../texts/texts.ts';

const SecondFactorDialog = lazyDialog(() => import('./second-factor-dialog.tsx'));

/** Says whether the own account has a second factor, and opens what turns it on or off. */
export function SecondFactorButton() {
  const { data, error } = useCall('secondFactor', {}, { quiet: true });
  const [open, setOpen] = useState(false);
  if (data === undefined)
    return error === null ? null : (
      <span className="ns-sm ns-t2" role="alert">
        {texts('factorFailed')}
      </span>
    );
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <IconShieldLock size={14} stroke={1.8} aria-hidden />
        {texts(data.confirmedAt === null ? 'factorButtonOff' : 'factorButtonOn')}
      </Button>
      {open ? <SecondFactorDialog factor={data} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
