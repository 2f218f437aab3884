import './search-input.css';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

/** Milliseconds of quiet after which what was typed is searched for. */
const WAIT = 300;

interface SearchInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A small text field among the filters; it searches when the typing rests, and at once with Enter. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  const [draft, setDraft] = useState(value);
  const [shown, setShown] = useState(value);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address may change without us: Back, or 'Clear'.
  if (shown !== value) {
    setShown(value);
    setDraft(value);
  }
  useEffect(() => () => clearTimeout(waiting.current), []);
  const apply = (text: string): void => {
    clearTimeout(waiting.current);
    setShown(text.trim());
    onChange(text.trim());
  };
  return (
    <span className="ns-input ad-search">
      <IconSearch size={14} stroke={1.8} className="tabler-icon ns-t3" aria-hidden />
      <input
        type="search"
        value={draft}
        placeholder={label}
        aria-label={label}
        onChange={(event) => {
          const text = event.target.value;
          setDraft(text);
          clearTimeout(waiting.current);
          waiting.current = setTimeout(() => apply(text), WAIT);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply(draft);
        }}
      />
    </span>
  );
}
