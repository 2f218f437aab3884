import './advanced-search.css';
import { limits, messages } from '@numscope/contracts';
import { ActionDialog, type Criteria, criteriaCount, type Criterion, t, translate } from '@numscope/ui';
import { type SubmitEvent, useId, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { fieldName } from './field-names.ts';
import { typedFields, type TypedField } from './results-view.ts';

const hints = {
  name: 'hintName',
  phone: 'hintPhone',
  socialNetwork: 'hintSocialNetwork',
  email: 'hintEmail',
  address: 'hintAddress',
  birthDate: 'hintBirthDate',
  work: 'hintWork',
  school: 'hintSchool',
  country: 'hintCountry',
  carrier: 'hintCarrier',
  lineType: 'hintLineType',
  source: 'hintSource',
  jobId: 'hintJobId',
  images: 'hintImages',
} as const;

interface AdvancedProps {
  criteria: Criteria;
  onSearch: (criteria: Criteria) => void;
  onClose: () => void;
}

const valuesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** All fields of the search at once, each with its tick for AND. */
export default function AdvancedSearch({ criteria, onSearch, onClose }: AdvancedProps) {
  const [drafts, setDrafts] = useState(() =>
    Object.fromEntries(
      typedFields.map((field) => [
        field,
        criteria.items
          .filter((item) => item.field === field)
          .map((item) => item.value)
          .join('\n'),
      ]),
    ),
  );
  const [must, setMust] = useState<string[]>(criteria.must);
  const [fault, setFault] = useState<string | null>(null);
  const form = useId();
  const search = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed: Criterion[] = typedFields.flatMap((field) =>
      valuesOf(drafts[field] ?? '').map((value) => ({ field, value })),
    );
    const items = [...typed, ...criteria.items.filter(({ field }) => !typedFields.some((one) => one === field))];
    const next = { ...criteria, items, must: must.filter((field) => items.some((item) => item.field === field)) };
    if (criteriaCount(next) === 0) return setFault(translate(messages.criteriaRequired));
    if (criteriaCount(next) > limits.bulkCriteria)
      return setFault(translate(messages.criteriaTooMany(limits.bulkCriteria)));
    onSearch(next);
  };
  return (
    <ActionDialog title={texts('advanced')} width={620} onClose={onClose} action={texts('search')} form={form}>
      <form id={form} className="ns-form" onSubmit={search} noValidate>
        <p className="ns-hint">{texts('advancedHint')}</p>
        {typedFields.map((field) => (
          <AdvancedField
            key={field}
            field={field}
            text={drafts[field] ?? ''}
            must={must.includes(field)}
            onText={(text) => {
              setFault(null);
              setDrafts({ ...drafts, [field]: text });
            }}
            onMust={(on) => setMust(on ? [...must, field] : must.filter((one) => one !== field))}
          />
        ))}
        {fault === null ? null : (
          <p className="ns-field-error" role="alert">
            {fault}
          </p>
        )}
      </form>
    </ActionDialog>
  );
}

interface FieldProps {
  field: TypedField;
  text: string;
  must: boolean;
  onText: (text: string) => void;
  onMust: (on: boolean) => void;
}

function AdvancedField({ field, text, must, onText, onMust }: FieldProps) {
  const id = useId();
  const rows = Math.min(4, Math.max(1, text.split('\n').length));
  return (
    <div className="rs-advanced-row">
      <label className="ns-label" htmlFor={id}>
        {fieldName(field)}
      </label>
      <textarea
        id={id}
        className="ns-input rs-lines"
        rows={rows}
        value={text}
        placeholder={texts(hints[field])}
        onChange={(event) => onText(event.target.value)}
      />
      <label className="rs-and">
        <input
          type="checkbox"
          className="ns-check"
          checked={must}
          aria-label={t('mustMatch', { name: fieldName(field) })}
          onChange={(event) => onMust(event.target.checked)}
        />
        {t('and')}
      </label>
    </div>
  );
}
