import './job-picker.css';
import type { Job } from '@numscope/contracts';
import { callApi, IconButton, JobStatusMark } from '@numscope/ui';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { texts } from '../../texts/texts.ts';

const PAUSE_MS = 150;
const OFFERED = 8;

interface PickerProps {
  id: string;
  value: Job | null;
  onChange: (job: Job | null) => void;
  /** Jobs that may be chosen. */
  accepts: (job: Job) => boolean;
  placeholder: string;
  disabled?: boolean;
}

/**
 * Finds one job by name or number: a text field with what fits below; the arrow keys go there, Enter takes the first.
 */
export function JobPicker({ id, value, onChange, accepts, placeholder, disabled = false }: PickerProps) {
  const listId = useId();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [found, setFound] = useState<Job[]>([]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      callApi(
        'findJobs',
        { query: { batch: 30, skip: 0, nameOrNumber: text.trim() } },
        { signal: stop.signal, quiet: true },
      ).then(
        (jobs) => setFound(jobs),
        () => setFound([]),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, open]);
  const offered = found.filter(accepts).slice(0, OFFERED);
  const pick = (job: Job): void => {
    onChange(job);
    setText('');
    setOpen(false);
  };
  const key = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const [first] = offered;
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, li button') ?? [])];
      const at = stops.findIndex((stop) => stop === document.activeElement);
      stops[(at + step + stops.length) % stops.length]?.focus();
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement && first !== undefined) {
      event.preventDefault();
      pick(first);
    } else if (event.key === 'Escape' && open) {
      // Only the list closes, not the window around it.
      event.preventDefault();
      setOpen(false);
    }
  };
  if (value !== null)
    return (
      <span className="ns-input jb-picked">
        <span className="ns-t3 ns-num">{value.number}</span>
        <span className="ns-grow ns-clip">{value.name}</span>
        {disabled ? null : (
          <IconButton label={texts('removeTarget')} onClick={() => onChange(null)}>
            <IconX size={14} stroke={1.8} aria-hidden />
          </IconButton>
        )}
      </span>
    );
  return (
    <div
      className="jb-picker"
      ref={box}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <span className="ns-input">
        <input
          id={id}
          aria-controls={listId}
          aria-describedby={`${id}-hint`}
          placeholder={placeholder}
          disabled={disabled}
          autoComplete="off"
          value={text}
          onFocus={() => setOpen(true)}
          onChange={(event) => {
            setText(event.target.value);
            setOpen(true);
          }}
          onKeyDown={key}
        />
        <IconSearch size={14} stroke={1.8} aria-hidden />
      </span>
      <ul
        id={listId}
        className="jb-picker-list"
        aria-label={texts('findJob')}
        hidden={!open || (offered.length === 0 && text.trim() === '')}
      >
        {offered.map((job) => (
          <li key={job.id}>
            <button type="button" tabIndex={-1} onKeyDown={key} onClick={() => pick(job)}>
              <span className="ns-t3 ns-num">{job.number}</span>
              <span className="ns-grow ns-clip">{job.name}</span>
              <JobStatusMark status={job.status} />
            </button>
          </li>
        ))}
        {offered.length === 0 ? (
          <li>
            <output className="ns-sm ns-t3">{texts('noJobFound')}</output>
          </li>
        ) : null}
      </ul>
    </div>
  );
}
