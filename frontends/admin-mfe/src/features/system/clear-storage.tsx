import { Button, ConfirmCall, Dialog, formatBytes, NotLoaded, Skeleton, t, useCall } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';

/** Says what clearing the picture storage would remove now, asks, and says what was removed. */
export default function ClearStorage({ onClose }: { onClose: () => void }) {
  const preview = useCall('previewClearImageStorage', {}, { quiet: true, keep: false });
  // What was counted before is told of again only after it was counted anew.
  const found = preview.isFetching ? undefined : preview.data;
  if (found === undefined || found.pictures === 0) {
    return (
      <Dialog title={texts('clearStorage')} onClose={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
        {found !== undefined ? (
          <p>{texts('clearNothing')}</p>
        ) : (
          <NotLoaded
            query={preview}
            title={texts('clearFailed')}
            waiting={
              <>
                <output>{texts('clearLooking')}</output>
                <Skeleton rows={2} />
              </>
            }
          />
        )}
      </Dialog>
    );
  }
  return (
    <ConfirmCall
      call="clearImageStorage"
      input={{}}
      invalidates={['previewClearImageStorage', 'facesState']}
      done={({ removed, freedBytes }) => texts('cleared', { count: removed, bytes: formatBytes(freedBytes) })}
      question={texts('clearQuestion')}
      action={texts('clearAction')}
      keep={texts('clearKeep')}
      onClose={onClose}
    >
      <p className="ns-b">{texts('clearWould', { count: found.pictures, bytes: formatBytes(found.bytes) })}</p>
      <p>{texts('clearFor')}</p>
    </ConfirmCall>
  );
}
