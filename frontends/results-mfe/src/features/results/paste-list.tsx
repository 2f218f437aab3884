import { limits, messages } from '@numscope/contracts';
import {
  ActionDialog,
  type Criteria,
  criteriaCount,
  type Criterion,
  formatCount,
  notUnderstood,
  translate,
} from '@numscope/ui';
import { useId, useMemo, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { fieldName } from './field-names.ts';
import { pastedCriteria } from './pasted-criteria.ts';
import { typedFields } from './results-view.ts';

interface PasteProps {
  criteria: Criteria;
  onAdd: (items: Criterion[]) => void;
  onClose: () => void;
}

/** Criteria from a pasted list: one on each line, of one kind or guessed. At most 100 in all. */
export default function PasteList({ criteria, onAdd, onClose }: PasteProps) {
  const [text, setText] = useState('');
  const [kind, setKind] = useState('guess');
  const [fault, setFault] = useState<string | null>(null);
  const kindId = useId();
  const listId = useId();
  const { lines, fresh, unknown } = useMemo(() => pastedCriteria(text, kind, criteria), [text, kind, criteria]);
  const count = criteriaCount(criteria) + fresh.length;
  const tooMany = count > limits.bulkCriteria ? translate(messages.criteriaTooMany(limits.bulkCriteria)) : null;
  const add = (): void => {
    if (lines.length === 0 || fresh.length === 0) return setFault(translate(messages.criteriaRequired));
    if (tooMany === null) onAdd([...fresh]);
  };
  return (
    <ActionDialog
      title={texts('pasteList')}
      width={520}
      onClose={onClose}
      action={texts('addThem')}
      disabled={tooMany !== null}
      onClick={add}
    >
      <div className="ns-form">
        <div className="ns-field">
          <label htmlFor={kindId}>{texts('pasteKind')}</label>
          <select id={kindId} className="ns-input" value={kind} onChange={(event) => setKind(event.target.value)}>
            <option value="guess">{texts('pasteGuess')}</option>
            {typedFields.map((field) => (
              <option key={field} value={field}>
                {fieldName(field)}
              </option>
            ))}
          </select>
        </div>
        <div className="ns-field">
          <label htmlFor={listId}>{texts('pasteLabel')}</label>
          <textarea
            id={listId}
            className="ns-input rs-lines ns-mono"
            rows={10}
            value={text}
            aria-invalid={tooMany !== null || undefined}
            onChange={(event) => {
              setFault(null);
              setText(event.target.value);
            }}
          />
          <span className="ns-row ns-hint">
            <span className="ns-grow">{texts('pasteHint', { limit: limits.bulkCriteria })}</span>
            <span className="ns-num">
              {texts('pasteCount', { count: formatCount(count), limit: limits.bulkCriteria })}
            </span>
          </span>
        </div>
        {unknown.length === 0 ? null : <p className="ns-note">{notUnderstood(unknown)}</p>}
        {(tooMany ?? fault) === null ? null : (
          <p className="ns-field-error" role="alert">
            {tooMany ?? fault}
          </p>
        )}
      </div>
    </ActionDialog>
  );
}
