import './job-picker.css';
import type { Job } from '@numscope/contracts';
import { IconButton, JobStatusMark, useCombobox, useFoundJobs } from '@numscope/ui';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { texts } from '../../texts/opened.ts';

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
 * Finds one job by name or number: a text field with what fits below; the arrow keys choose, Enter takes the chosen one or the
 * first.
 */
export function JobPicker({ id, value, onChange, accepts, placeholder, disabled = false }: PickerProps) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const { jobs, searching, failure } = useFoundJobs(open ? text.trim() : null, 30);
  const offered = jobs.filter(accepts).slice(0, OFFERED);
  const pick = (job: Job): void => {
    onChange(job);
    setText('');
    setOpen(false);
  };
  const isTyped = open && text.trim() !== '';
  const note = failure ?? (isTyped && !searching && offered.length === 0 ? texts('noJobFound') : null);
  const box = useCombobox({
    options: offered,
    keyOf: (job) => job.id,
    onPick: pick,
    open: open && offered.length > 0,
    // Who has typed nothing has asked for no job in particular.
    coming: isTyped && searching,
  });
  const key = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setOpen(true);
    if (event.key === 'Escape' && open) {
      // Only the list closes, not the window around it.
      event.preventDefault();
      setOpen(false);
    }
    box.field.onKeyDown(event);
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
          {...box.field}
          id={id}
          aria-describedby={`${id}-hint`}
          placeholder={placeholder}
          disabled={disabled}
          value={text}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onChange={(event) => {
            setText(event.target.value);
            setOpen(true);
            box.reset();
          }}
          onKeyDown={key}
        />
        <IconSearch size={14} stroke={1.8} aria-hidden />
      </span>
      <div className="jb-picker-list" hidden={!open || (offered.length === 0 && note === null)}>
        <div {...box.list} aria-label={texts('findJob')}>
          {offered.map((job) => (
            <button type="button" key={job.id} className="ns-menu-item" {...box.option(job)}>
              <span className="ns-t3 ns-num">{job.number}</span>
              <span className="ns-grow ns-clip">{job.name}</span>
              <JobStatusMark status={job.status} />
            </button>
          ))}
        </div>
        {note === null ? null : <output className="ns-sm ns-t3">{note}</output>}
      </div>
    </div>
  );
}
