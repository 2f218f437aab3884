import { Button, type Criteria, CriteriaField } from '@numscope/ui';
import { IconAdjustmentsHorizontal, IconListCheck, IconPhotoSearch } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';
import { facetText } from './facet-text.ts';
import { fieldName, valuesTogether } from './field-names.ts';
import type { ResultsDialog } from './results-dialogs.tsx';
import { Sentence } from './sentence.tsx';
import { suggest } from './suggest.ts';

interface SearchFieldProps {
  criteria: Criteria;
  onChange: (criteria: Criteria) => void;
  onDialog: (dialog: ResultsDialog) => void;
  /** Absent where faces are turned off. */
  onPicture?: () => void;
}

/** The criteria of the search, with the further ways to set some. On paper only their sentence. */
export const SearchField = ({ criteria, onChange, onDialog, onPicture }: SearchFieldProps) => (
  <div className="rs-search">
    <CriteriaField
      criteria={criteria}
      onChange={onChange}
      suggest={suggest}
      fieldName={fieldName}
      valueText={facetText}
      together={valuesTogether}
      sentence={<Sentence criteria={criteria} />}
      actions={
        <>
          <Button kind="quiet" size="sm" onClick={() => onDialog('paste')}>
            <IconListCheck size={14} stroke={1.8} aria-hidden />
            {texts('pasteList')}
          </Button>
          <Button kind={onPicture === undefined ? 'default' : 'quiet'} size="sm" onClick={() => onDialog('advanced')}>
            <IconAdjustmentsHorizontal size={14} stroke={1.8} aria-hidden />
            {texts('advanced')}
          </Button>
          {onPicture === undefined ? null : (
            <Button size="sm" onClick={onPicture}>
              <IconPhotoSearch size={14} stroke={1.8} aria-hidden />
              {texts('searchByPicture')}
            </Button>
          )}
        </>
      }
    />
  </div>
);
