import { Button, useCall, lazyDialog } from '@numscope/ui';
import { IconWorldSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '../../texts/texts.ts';

const ProviderDialog = lazyDialog(() => import('./provider-dialog.tsx'));

/** Offers the operator's providers of face search; nothing where none is bound. */
export function AskProvider({ picture }: { picture: File }) {
  const [isOpen, setOpen] = useState(false);
  const { data: providers = [] } = useCall('listFaceProviders', {}, { quiet: true });
  const { data: faces } = useCall('facesState', {}, { quiet: true });
  if (providers.length === 0) return null;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <IconWorldSearch size={14} stroke={1.8} aria-hidden />
        {texts('askProvider')}
      </Button>
      {isOpen ? (
        <ProviderDialog
          picture={picture}
          providers={providers}
          purposeRequired={faces?.purposeRequired ?? false}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
