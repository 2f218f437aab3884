import { Button, FilterChip, formatMoment } from '@numscope/ui';
import { useId, useState } from 'react';
import { TextInput } from '../../components/text-input.tsx';
import { texts } from '../../texts/texts.ts';

interface TimeFilterProps {
  from: number | null;
  to: number | null;
  onChange: (range: { from: number | null; to: number | null }) => void;
}

const HOUR = 3_600_000;
const two = (value: number): string => String(value).padStart(2, '0');

/** Local time as the browser's field wants it. */
function fieldText(at: number | null): string {
  if (at === null) return '';
  const time = new Date(at);
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

function fieldMoment(text: string): number | null {
  const at = new Date(text).getTime();
  return text === '' || Number.isNaN(at) ? null : at;
}

function words(from: number | null, to: number | null): string | null {
  if (from !== null && to !== null) return texts('fromTo', { from: formatMoment(from), to: formatMoment(to) });
  if (from !== null) return texts('sinceNow', { from: formatMoment(from) });
  return to === null ? null : texts('untilTime', { to: formatMoment(to) });
}

/** A filter for a range of time; either end may stay open. */
export function TimeFilter({ from, to, onChange }: TimeFilterProps) {
  return (
    <FilterChip name={texts('time')} value={words(from, to)} onRemove={() => onChange({ from: null, to: null })}>
      {(close) => (
        <TimeBox
          from={from}
          to={to}
          onChange={(range) => {
            onChange(range);
            close();
          }}
        />
      )}
    </FilterChip>
  );
}

function TimeBox({ from, to, onChange }: TimeFilterProps) {
  const [start, setStart] = useState(fieldText(from));
  const [end, setEnd] = useState(fieldText(to));
  const id = useId();
  const since = (at: number): void => onChange({ from: at, to: null });
  const range = { from: fieldMoment(start), to: fieldMoment(end) };
  const isTurned = range.from !== null && range.to !== null && range.to < range.from;
  return (
    <form
      className="ns-chip-pop"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isTurned) onChange(range);
      }}
    >
      <div className="ns-row">
        <Button size="sm" onClick={() => since(Date.now() - HOUR)}>
          {texts('lastHour')}
        </Button>
        <Button size="sm" onClick={() => since(new Date().setHours(0, 0, 0, 0))}>
          {texts('today')}
        </Button>
        <Button size="sm" onClick={() => since(Date.now() - 7 * 24 * HOUR)}>
          {texts('lastWeek')}
        </Button>
      </div>
      <TextInput
        id={`${id}from`}
        type="datetime-local"
        label={texts('from')}
        value={start}
        fault={null}
        onChange={setStart}
      />
      <TextInput id={`${id}to`} type="datetime-local" label={texts('to')} value={end} fault={null} onChange={setEnd} />
      {isTurned ? (
        <p className="ns-field-error" role="alert">
          {texts('endsBefore')}
        </p>
      ) : null}
      <Button kind="primary" size="sm" type="submit" disabled={isTurned}>
        {texts('apply')}
      </Button>
    </form>
  );
}
