import { limits } from '@numscope/contracts/constants';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { t } from '../i18n/texts.ts';
import { useSettings } from '../settings/settings.tsx';
import { ActionDialog } from './dialog.tsx';

interface PurposeDialogProps {
  title: string;
  /** The button in a verb: 'Export'. */
  action: string;
  onSaid: (purpose: string) => void;
  onClose: () => void;
}

/** What something is for that takes data out of the product. */
function PurposeDialog({ title, action, onSaid, onClose }: PurposeDialogProps) {
  const [purpose, setPurpose] = useState('');
  const [tried, setTried] = useState(false);
  const id = useId();
  const missing = tried && purpose.trim() === '';
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (purpose.trim() !== '') onSaid(purpose.trim());
  };
  return (
    <ActionDialog title={title} onClose={onClose} action={action} form={id}>
      <form id={id} className="ns-form" onSubmit={submit} noValidate>
        <div className="ns-field">
          <label htmlFor={`${id}purpose`}>{t('purpose')}</label>
          <input
            id={`${id}purpose`}
            className="ns-input"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog has this one field
            autoFocus
            value={purpose}
            maxLength={limits.purposeChars}
            aria-describedby={`${id}says`}
            aria-invalid={missing}
            data-invalid={missing ? '' : undefined}
            onChange={(event) => setPurpose(event.target.value)}
          />
          <span id={`${id}says`} className={missing ? 'ns-field-error' : 'ns-hint'} aria-live="polite">
            {t(missing ? 'purposeMissing' : 'purposeHint')}
          </span>
        </div>
      </form>
    </ActionDialog>
  );
}

/** What an export's query says of its purpose: nothing where none is required. */
export interface SaidPurpose {
  purpose?: string;
}

interface PurposeAsked {
  /** Begins at once where no purpose is required, else when one was said. */
  ask: (action: string, begin: (said: SaidPurpose) => void) => void;
  /** The dialog, to be rendered by whoever asks. */
  dialog: ReactNode;
}

/** Asks what an export is for before it begins, where the operator requires that. */
export function usePurpose(): PurposeAsked {
  const { requirePurpose } = useSettings();
  const [asked, setAsked] = useState<{ action: string; begin: (said: SaidPurpose) => void } | null>(null);
  const close = (): void => setAsked(null);
  return {
    ask: (action, begin) => (requirePurpose ? setAsked({ action, begin }) : begin({})),
    dialog:
      asked === null ? null : (
        <PurposeDialog
          title={t('purposeTitle')}
          action={asked.action}
          onClose={close}
          onSaid={(purpose) => {
            close();
            asked.begin({ purpose });
          }}
        />
      ),
  };
}
