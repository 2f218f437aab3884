import { messages } from '@numscope/contracts';
import { type Criteria, criteriaCount, notify, translate, type Sorting, toFilters, useAction } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import { SearchNameForm } from './search-name-form.tsx';

interface SaveProps {
  criteria: Criteria;
  sort: Sorting;
  onClose: () => void;
}

/** Gives the present search a name, to find it again. */
export default function SaveSearch({ criteria, sort, onClose }: SaveProps) {
  const save = useAction('createSavedSearch', {
    invalidates: ['listSavedSearches'],
    onSuccess: (saved) => {
      notify('success', texts('searchSaved', { name: saved.name }));
      onClose();
    },
  });
  return (
    <SearchNameForm
      title={texts('saveTitle')}
      fault={criteriaCount(criteria) === 0 ? translate(messages.criteriaRequired) : null}
      busy={save.isPending}
      onName={(name) => save.mutate({ body: { name, filter: { sort, filters: toFilters(criteria) } } })}
      onClose={onClose}
    />
  );
}
