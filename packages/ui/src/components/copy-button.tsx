import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../i18n/texts.ts';
import { notify } from '../notify/toasts.ts';
import { IconButton } from './button.tsx';

/** Puts a text on the clipboard, and says whether it did. @returns whether the browser allowed it */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    notify('general', t('copied'));
    return true;
  } catch {
    // Where the page did not come by HTTPS, no browser lets it.
    notify('warning', t('notCopied'));
    return false;
  }
}

/** Copies on one click and shows that it did. */
export function CopyButton({ text, label = t('copy') }: { text: string; label?: string }) {
  const [done, setDone] = useState(false);
  return (
    <IconButton
      label={done ? t('copied') : label}
      onClick={(event) => {
        event.stopPropagation();
        void copyText(text).then(setDone);
      }}
      onBlur={() => setDone(false)}
    >
      {done ? <IconCheck size={14} stroke={1.8} /> : <IconCopy size={14} stroke={1.8} />}
    </IconButton>
  );
}
