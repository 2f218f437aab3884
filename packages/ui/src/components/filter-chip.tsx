import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../i18n/texts.ts';
import { Button } from './button.tsx';
import { usePopover } from './use-popover.ts';

interface ChipProps {
  name: string;
  /** What is set, in words; null: only offered, dashed. */
  value: string | null;
  onRemove: () => void;
  /** What sets it; `close` closes the box. */
  children: (close: () => void) => ReactNode;
}

/** One filter: solid with its value when set, dashed when only offered; a click opens what sets it. */
export function FilterChip({ name, value, onRemove, children }: ChipProps) {
  const { open, id, anchorRef, boxRef, show, hide } = usePopover('bottom-start');
  return (
    <>
      <span className="ns-chip" data-kind={value === null ? 'add' : 'set'}>
        <button
          ref={anchorRef}
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={open ? hide : show}
          aria-label={value === null ? t('addFilter', { name }) : undefined}
        >
          {value === null ? (
            <>
              <IconPlus size={12} stroke={2} aria-hidden />
              {name}
            </>
          ) : (
            <>
              {name} <b>{value}</b>
            </>
          )}
        </button>
        {value === null ? null : (
          <button type="button" aria-label={t('removeFilter', { name })} onClick={onRemove}>
            <IconX size={12} stroke={2} aria-hidden />
          </button>
        )}
      </span>
      <dialog ref={boxRef} id={id} popover="auto" className="ns-menu" aria-label={name}>
        {open ? children(hide) : null}
      </dialog>
    </>
  );
}

interface TextProps {
  name: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
}

/** A filter that is a text. */
export function TextFilter({ onChange, ...field }: TextProps) {
  const { name, value } = field;
  return (
    <FilterChip name={name} value={value === '' ? null : value} onRemove={() => onChange('')}>
      {(close) => (
        <TextBox
          {...field}
          onChange={(text) => {
            onChange(text);
            close();
          }}
        />
      )}
    </FilterChip>
  );
}

function TextBox({ name, value, placeholder, onChange }: TextProps) {
  const [draft, setDraft] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      className="ns-chip-pop"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(draft.trim());
      }}
    >
      <input
        ref={field}
        className="ns-input"
        aria-label={name}
        value={draft}
        placeholder={placeholder}
        onChange={(event) => setDraft(event.target.value)}
      />
      <Button kind="primary" size="sm" type="submit">
        {t('apply')}
      </Button>
    </form>
  );
}

interface ChoiceProps<T> {
  name: string;
  choices: readonly T[];
  renderChoice: (choice: T) => ReactNode;
  value: readonly T[];
  onChange: (value: T[]) => void;
  /** What is set, in words; null: nothing. */
  words?: string | null;
}

/** A filter that is some of a closed list. */
export function ChoiceFilter<const T extends string>({
  name,
  choices,
  renderChoice,
  value,
  onChange,
  words = value.length === 0 ? null : value.length > 2 ? String(value.length) : value.join(', '),
}: ChoiceProps<T>) {
  return (
    <FilterChip name={name} value={words} onRemove={() => onChange([])}>
      {() => (
        <fieldset className="ns-fieldset" aria-label={name}>
          {choices.map((choice) => (
            <label key={choice} className="ns-menu-item">
              <input
                type="checkbox"
                className="ns-check"
                checked={value.includes(choice)}
                onChange={(event) =>
                  onChange(choices.filter((one) => (one === choice ? event.target.checked : value.includes(one))))
                }
              />
              {renderChoice(choice)}
            </label>
          ))}
        </fieldset>
      )}
    </FilterChip>
  );
}
