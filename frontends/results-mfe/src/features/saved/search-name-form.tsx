import { savedSearchName, messages } from '@numscope/contracts';
import { ActionDialog, translate } from '@numscope/ui';
import { type SubmitEvent, useId, useState } from 'react';
import { texts } from '../../texts/texts.ts';

interface NameProps {
  title: string;
  /** The name so far. */
  first?: string;
  /** What is wrong whatever the name is; null: nothing. */
  fault?: string | null;
  busy: boolean;
  onName: (name: string) => void;
  onClose: () => void;
}

/** Asks what a saved search is to be called. */
export function SearchNameForm({ title, first = '', fault = null, busy, onName, onClose }: NameProps) {
  const [name, setName] = useState(first);
  const [tried, setTried] = useState(false);
  const id = useId();
  const wrong = savedSearchName.test(name.trim()) ? null : translate(messages.nameCharacters);
  const shown = fault ?? (tried || name !== '' ? wrong : null);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (wrong === null && fault === null) onName(name.trim());
  };
  return (
    <ActionDialog title={title} onClose={onClose} action={texts('save')} form={id} busy={busy}>
      <form id={id} className="ns-field" onSubmit={submit} noValidate>
        <label htmlFor={`${id}name`}>{texts('saveName')}</label>
        <input
          id={`${id}name`}
          className="ns-input"
          value={name}
          maxLength={255}
          data-invalid={shown === null ? undefined : ''}
          aria-invalid={shown !== null}
          aria-describedby={`${id}says`}
          onChange={(event) => setName(event.target.value)}
        />
        <span id={`${id}says`} className="ns-field-error" aria-live="polite">
          {shown}
        </span>
      </form>
    </ActionDialog>
  );
}
