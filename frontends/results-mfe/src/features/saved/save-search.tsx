import { messages, savedSearchName } from '@numscope/contracts';
import { ActionDialog, type Criteria, notify, type Sorting, toFilters, useAction, said } from '@numscope/ui';
import { type SubmitEvent, useId, useState } from 'react';
import { texts } from '../../texts/texts.ts';

interface SaveProps {
  criteria: Criteria;
  sort: Sorting;
  onClose: () => void;
}

/** Gives the present search a name, to find it again. */
export default function SaveSearch({ criteria, sort, onClose }: SaveProps) {
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const id = useId();
  const save = useAction('createSavedSearch', {
    invalidates: ['listSavedSearches'],
    onSuccess: (saved) => {
      notify('success', texts('searchSaved', { name: saved.name }));
      onClose();
    },
  });
  const wrong = savedSearchName.test(name.trim()) ? null : said(messages.nameCharacters);
  const fault = criteria.items.length === 0 ? said(messages.criteriaRequired) : tried || name !== '' ? wrong : null;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (wrong !== null || criteria.items.length === 0) return;
    save.mutate({ body: { name: name.trim(), filter: { sort, filters: toFilters(criteria) } } });
  };
  return (
    <ActionDialog title={texts('saveTitle')} onClose={onClose} action={texts('save')} form={id} busy={save.isPending}>
      <form id={id} className="ns-field" onSubmit={submit} noValidate>
        <label htmlFor={`${id}name`}>{texts('saveName')}</label>
        <input
          id={`${id}name`}
          className="ns-input"
          value={name}
          maxLength={255}
          data-invalid={fault === null ? undefined : ''}
          aria-invalid={fault !== null}
          aria-describedby={`${id}says`}
          onChange={(event) => setName(event.target.value)}
        />
        <span id={`${id}says`} className="ns-field-error" aria-live="polite">
          {fault}
        </span>
      </form>
    </ActionDialog>
  );
}
