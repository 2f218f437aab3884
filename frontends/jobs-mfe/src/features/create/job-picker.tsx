import type { Job } from '@numscope/contracts';
import { callApi, IconButton, JobStatusMark } from '@numscope/ui';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
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

/** Finds one job by name or number: a text field with a list below, moved through with the arrow keys. */
export function JobPicker({ id, value, onChange, accepts, placeholder, disabled = false }: PickerProps) {
  const listId = useId();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [found, setFound] = useState<Job[]>([]);
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (!open) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      callApi('findJobs', { query: { batch: 30, skip: 0, nameOrNumber: text.trim() } }, { signal: stop.signal, quiet: true }).then(
        (jobs) => {
          setFound(jobs);
          setAt(0);
        },
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
  const key = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      if (offered.length > 0) setAt((at + step + offered.length) % offered.length);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      const job = offered[at];
      if (job !== undefined) pick(job);
    } else if (event.key === 'Escape' && open) {
      // Only the list closes, not the window around it.
      event.preventDefault();
      event.stopPropagation();
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
    <div className="jb-picker">
      <span className="ns-input">
        <input
          id={id}
          role="combobox"
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open && offered[at] !== undefined ? `${listId}${offered[at].number}` : undefined}
          aria-describedby={`${id}-hint`}
          placeholder={placeholder}
          disabled={disabled}
          autoComplete="off"
          value={text}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onChange={(event) => {
            setText(event.target.value);
            setOpen(true);
          }}
          onKeyDown={key}
        />
        <IconSearch size={14} stroke={1.8} aria-hidden />
      </span>
      {open && (offered.length > 0 || text.trim() !== '') ? (
        <ul id={listId} role="listbox" className="jb-picker-list" aria-label={texts('findJob')}>
          {offered.map((job, i) => (
            <li
              key={job.id}
              id={`${listId}${job.number}`}
              role="option"
              aria-selected={i === at}
              onMouseDown={(event) => event.preventDefault()}
              onMouseEnter={() => setAt(i)}
              onClick={() => pick(job)}
              onKeyDown={key}
            >
              <span className="ns-t3 ns-num">{job.number}</span>
              <span className="ns-grow ns-clip">{job.name}</span>
              <JobStatusMark status={job.status} />
            </li>
          ))}
          {offered.length === 0 ? <li className="ns-t3">{texts('noJobFound')}</li> : null}
        </ul>
      ) : null}
    </div>
  );
}
