import './job-fields.css';
import { jobSchedules } from '@numscope/contracts';
import { formatCount, Segmented, useSettings, translate } from '@numscope/ui';
import { IconBolt, IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { type DraftFaults, type JobDraft, passesOf, scheduleFrom, takesSchedule } from '../../domain/job-draft.ts';
import { scheduleName, scheduleTitle } from '../../domain/schedules.ts';
import { texts } from '../../texts/opened.ts';
import { usePurposes } from './use-purposes.ts';

interface FieldProps {
  label: string;
  id: string;
  hint?: string | undefined;
  fault?: string | undefined;
  children: ReactNode;
}

/** A labelled field with its hint, or what is wrong with it. */
export function Field({ label, id, hint, fault, children }: FieldProps) {
  return (
    <div className="ns-field">
      <label htmlFor={id}>{label}</label>
      {children}
      {fault === undefined ? (
        hint === undefined ? null : (
          <span id={`${id}-hint`} className="ns-hint">
            {hint}
          </span>
        )
      ) : (
        <span id={`${id}-hint`} className="ns-field-error" role="alert">
          {translate(fault)}
        </span>
      )}
    </div>
  );
}

/** Why the server refused the form, below its fields. */
export const FormFailure = ({ failure }: { failure: string | null }) =>
  failure === null ? null : (
    <p className="ns-note" data-tone="bad" role="alert">
      {failure}
    </p>
  );

/** A choice of a closed list in the clothes of an input; the list itself is the browser's own. */
export function NativeSelect({
  id,
  value,
  onChange,
  disabled,
  label,
  leading,
  children,
}: {
  id?: string;
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
  label?: string;
  leading?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className="ns-input jb-select" data-disabled={disabled === true ? '' : undefined}>
      {leading}
      <select
        id={id}
        value={value}
        disabled={disabled}
        aria-label={label}
        aria-describedby={id === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </select>
      <IconChevronDown size={14} stroke={1.8} aria-hidden />
    </span>
  );
}

function passesHint(draft: JobDraft): string {
  const passes = passesOf(draft.passes);
  if (passes === 1 || passes === null) return texts('onePassHint');
  if (passes === 0)
    return draft.schedule === null
      ? texts('endlessBare')
      : texts('endlessHint', { schedule: scheduleName(draft.schedule) });
  const count = formatCount(passes);
  return draft.schedule === null
    ? texts('passesBare', { count })
    : texts('passesHint', { count, schedule: scheduleName(draft.schedule) });
}

interface JobFieldsProps {
  draft: JobDraft;
  faults: DraftFaults;
  onChange: (change: Partial<JobDraft>) => void;
  disabled?: boolean;
  /** Begins with the name, in windows where it comes first. */
  focus?: boolean;
}

/** Name, purpose, priority and passes of a job. */
export function JobFields({ draft, faults, onChange, disabled = false, focus = false }: JobFieldsProps) {
  const id = useId();
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus) name.current?.focus();
  }, [focus]);
  const { requirePurpose } = useSettings();
  const purposes = usePurposes();
  return (
    <>
      <Field id={`${id}name`} label={texts('name')} fault={faults.name}>
        <input
          id={`${id}name`}
          className="ns-input"
          ref={name}
          value={draft.name}
          disabled={disabled}
          required
          maxLength={255}
          autoComplete="off"
          aria-invalid={faults.name !== undefined}
          aria-describedby={`${id}name-hint`}
          data-invalid={faults.name === undefined ? undefined : ''}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field id={`${id}purpose`} label={texts('purpose')} hint={texts('purposeHint')} fault={faults.purpose}>
        <input
          id={`${id}purpose`}
          className="ns-input jb-purpose"
          list={`${id}purposes`}
          value={draft.purpose}
          disabled={disabled}
          required={requirePurpose}
          maxLength={1000}
          aria-invalid={faults.purpose !== undefined}
          aria-describedby={`${id}purpose-hint`}
          data-invalid={faults.purpose === undefined ? undefined : ''}
          onChange={(event) => onChange({ purpose: event.target.value })}
        />
        <datalist id={`${id}purposes`}>
          {purposes.map((purpose) => (
            <option key={purpose}>{purpose}</option>
          ))}
        </datalist>
      </Field>
      <div className="ns-field">
        <span className="ns-label">{texts('priority')}</span>
        <div className="jb-seg">
          <Segmented
            label={texts('priority')}
            segments={[
              { value: 'regular', label: texts('regular') },
              {
                value: 'prioritised',
                label: texts('prioritised'),
                icon: <IconBolt size={14} stroke={1.8} aria-hidden />,
              },
            ]}
            value={draft.prioritised ? 'prioritised' : 'regular'}
            onChange={(value) => (disabled ? undefined : onChange({ prioritised: value === 'prioritised' }))}
          />
        </div>
        <span className="ns-hint">{texts(draft.prioritised ? 'priorityHint' : 'regularHint')}</span>
      </div>
      <Field id={`${id}passes`} label={texts('passes')} hint={passesHint(draft)} fault={faults.passes}>
        <div className="jb-passes">
          <input
            id={`${id}passes`}
            className="ns-input ns-num"
            inputMode="numeric"
            value={draft.passes}
            disabled={disabled}
            title={texts('passCount')}
            aria-invalid={faults.passes !== undefined}
            aria-describedby={`${id}passes-hint`}
            data-invalid={faults.passes === undefined ? undefined : ''}
            onChange={(event) => onChange({ passes: event.target.value })}
          />
          <NativeSelect
            value={takesSchedule(draft) ? (draft.schedule ?? '') : ''}
            disabled={disabled || !takesSchedule(draft)}
            label={texts('when')}
            onChange={(schedule) => onChange({ schedule: scheduleFrom(schedule) })}
          >
            <option value="">{texts('noSchedule')}</option>
            {jobSchedules.map((schedule) => (
              <option key={schedule} value={schedule}>
                {scheduleTitle(schedule)}
              </option>
            ))}
          </NativeSelect>
        </div>
      </Field>
    </>
  );
}
