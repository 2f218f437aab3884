import './key-dialog.css';
import type { NewApiKey } from '@numscope/contracts';
import { Button, CopyButton, Dialog } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';

/** The one time that a key is shown. Only its own button closes it, so that it is not lost by a click beside it. */
export function ShownKey({ made, onClose }: { made: NewApiKey; onClose: () => void }) {
  const curl = `curl -H "Authorization: Bearer $NUMSCOPE_KEY" ${location.origin}/api/auth/me`;
  return (
    <Dialog
      title={texts('keyMade', { name: made.name })}
      width={560}
      onClose={onClose}
      dismissable={false}
      footer={
        <Button kind="primary" onClick={onClose}>
          {texts('keyDone')}
        </Button>
      }
    >
      <p className="ns-note" data-tone="warn">
        {texts('keyOnce')}
      </p>
      <p className="ad-key">
        <code className="ns-mono ns-grow">{made.key}</code>
        <CopyButton text={made.key} label={texts('keyCopy')} />
      </p>
      <p className="ns-label">{texts('keyTry')}</p>
      <pre className="ns-mono ns-sm ns-t2 ad-curl">{curl}</pre>
    </Dialog>
  );
}
