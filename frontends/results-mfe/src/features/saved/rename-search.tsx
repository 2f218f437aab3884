import type { SavedSearch } from '@numscope/contracts';
import { notify, useAction } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import { SearchNameForm } from './search-name-form.tsx';

/** Gives a saved search another name. */
export default function RenameSearch({ saved, onClose }: { saved: SavedSearch; onClose: () => void }) {
  const put = useAction('putSavedSearch', {
    invalidates: ['listSavedSearches'],
    onSuccess: ({ name }) => {
      notify('success', texts('searchSaved', { name }));
      onClose();
    },
  });
  return (
    <SearchNameForm
      title={texts('renameTitle')}
      first={saved.name}
      busy={put.isPending}
      onName={(name) => put.mutate({ params: { id: saved.id }, body: { name, filter: saved.filter } })}
      onClose={onClose}
    />
  );
}
