import { limits, messages } from '@numscope/contracts/constants';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { t } from '../i18n/texts.ts';
import { notify } from '../notify/toasts.ts';
import { askingFor, type Criteria, criteriaCount, type Criterion, lettingIn } from './criteria.ts';
import { notUnderstood, readLines } from './pasted-lines.ts';
import { useCombobox } from './use-combobox.ts';

interface CriteriaFieldProps {
  criteria: Criteria;
  onChange: (criteria: Criteria) => void;
  /** What a typed text may mean, best first: the first is taken by Enter. */
  suggest: (text: string) => Criterion[];
  /** The person's words for a field. */
  fieldName: (field: string) => string;
  /** The person's words for a value that is left out. */
  valueText?: (field: string, value: string) => string;
  /** One text for all values of a field, which then are one chip; null: a chip each. */
  together?: (field: string, values: readonly string[]) => string | null;
  /** The search in one sentence. */
  sentence?: ReactNode;
  /** Further controls on the right: paste a list, search by picture. */
  actions?: ReactNode;
}

interface ChipOf {
  field: string;
  text: string;
  items: Criterion[];
}

/** What stands in the field: a chip for each criterion, and one for all values of a field that are told together. */
function chipsOf(items: readonly Criterion[], together: CriteriaFieldProps['together']): ChipOf[] {
  return items.flatMap((item): ChipOf[] => {
    const { field } = item;
    const own = items.filter((one) => one.field === field);
    const values = own.map(({ value }) => value);
    const text = together?.(field, values) ?? null;
    if (text === null) return [{ field, text: item.value, items: [item] }];
    return own[0] === item ? [{ field, text, items: own }] : [];
  });
}

/** One field for the whole search: each criterion a chip with its AND tick left and its remove right. */
export function CriteriaField({
  criteria,
  onChange,
  suggest,
  fieldName,
  valueText = (_field, value) => value,
  together,
  sentence,
  actions,
}: CriteriaFieldProps) {
  const [text, setText] = useState('');
  const count = criteriaCount(criteria);
  const full = count >= limits.bulkCriteria;
  const chips = chipsOf(criteria.items, together);
  const suggestions = text.trim() === '' ? [] : suggest(text.trim());
  /** Whether there was room for them. */
  const add = (more: readonly Criterion[]): boolean => {
    const next = askingFor(criteria, more);
    const fits = criteriaCount(next) <= limits.bulkCriteria;
    if (fits) onChange(next);
    else notify('warning', messages.criteriaTooMany(limits.bulkCriteria));
    return fits;
  };
  const pick = (one: Criterion): void => {
    if (add([one])) setText('');
  };
  const remove = (gone: readonly Criterion[]): void => {
    const items = criteria.items.filter((item) => !gone.includes(item));
    onChange({ ...criteria, items, must: criteria.must.filter((field) => items.some((item) => item.field === field)) });
  };
  const tick = (field: string, on: boolean): void =>
    onChange({ ...criteria, must: on ? [...criteria.must, field] : criteria.must.filter((one) => one !== field) });
  const box = useCombobox(
    { options: suggestions, keyOf: ({ field }) => field, onPick: pick, open: suggestions.length > 0 },
    true,
  );
  /** Removes the chip before the cursor: excluded criteria stand last. */
  const removeLast = (): void => {
    const out = criteria.not?.at(-1);
    const last = chips.at(-1)?.items;
    if (out !== undefined) onChange(lettingIn(criteria, [out]));
    else if (last !== undefined) remove(last);
  };
  const key = (event: KeyboardEvent<HTMLInputElement>): void => {
    box.field.onKeyDown(event);
    if (event.key === 'Backspace' && text === '') removeLast();
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const { lines, items, unknown } = readLines(event.clipboardData.getData('text'), (line) => suggest(line)[0]);
    if (lines.length < 2) return;
    event.preventDefault();
    // What is typed stays: the list comes besides.
    if (items.length > 0) add(items);
    if (unknown.length > 0) notify('warning', notUnderstood(unknown));
  };
  return (
    <div>
      <search className="ns-searchbox">
        <IconSearch size={16} stroke={1.7} aria-hidden />
        {chips.map(({ field, text: value, items }) => (
          <Chip
            key={items.length > 1 ? field : `${field}:${items[0]?.value}`}
            field={fieldName(field)}
            value={value}
            must={criteria.must.includes(field)}
            {...(items.length > 1 ? {} : { onMust: (on: boolean) => tick(field, on) })}
            onRemove={() => remove(items)}
          />
        ))}
        {criteria.not?.map((item) => (
          <Chip
            key={`-${item.field}:${item.value}`}
            field={`${t('not')} ${fieldName(item.field)}`}
            value={valueText(item.field, item.value)}
            must={false}
            not
            onRemove={() => onChange(lettingIn(criteria, [item]))}
          />
        ))}
        <input
          value={text}
          disabled={full}
          placeholder={t('addCriterion')}
          aria-label={t('addCriterion')}
          {...box.field}
          onChange={(event) => {
            setText(event.target.value);
            box.reset();
          }}
          onKeyDown={key}
          onPaste={paste}
        />
        {count > 0 ? (
          <span className="ns-sm ns-t3 ns-num">{t('criteriaCount', { count, limit: limits.bulkCriteria })}</span>
        ) : null}
        {actions}
      </search>
      {suggestions.length > 0 ? (
        <div {...box.list} className="ns-row ns-suggested" aria-label={t('addCriterion')}>
          {suggestions.map((one) => (
            <button key={one.field} type="button" {...box.option(one)} className="ns-chip" data-kind="add">
              {fieldName(one.field)} <b>{one.value}</b>
            </button>
          ))}
        </div>
      ) : null}
      {count > 0 ? (
        <p className="ns-sentence">
          {sentence}{' '}
          <button
            type="button"
            className="ns-sm"
            style={{ color: 'var(--ns-accent-text)' }}
            onClick={() => onChange({ items: [], must: [] })}
          >
            {t('clearAll')}
          </button>
        </p>
      ) : null}
    </div>
  );
}

interface ChipProps {
  field: string;
  value: string;
  must: boolean;
  /** Left out. */
  not?: boolean;
  onMust?: (on: boolean) => void;
  onRemove: () => void;
}

/** One criterion: its AND tick left, where there is one to set, and its remove right. */
function Chip({ field, value, must, not = false, onMust, onRemove }: ChipProps) {
  return (
    <span className="ns-crit" data-must={must ? '' : undefined} data-not={not ? '' : undefined}>
      {onMust === undefined ? null : (
        <label>
          <input
            type="checkbox"
            className="ns-check"
            checked={must}
            aria-label={t('mustMatch', { name: field })}
            onChange={(event) => onMust(event.target.checked)}
          />
          {t('and')}
        </label>
      )}
      <span>
        {field} <b>{value}</b>
      </span>
      <button type="button" aria-label={t('removeCriterion', { name: `${field} ${value}` })} onClick={onRemove}>
        <IconX size={12} stroke={2} aria-hidden />
      </button>
    </span>
  );
}
