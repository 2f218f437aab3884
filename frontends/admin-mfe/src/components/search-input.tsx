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
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(value);
  // The address may change without us: Back, or 'Clear'. What we put there ourselves comes back without the space before the next word.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    clearTimeout(waiting.current);
    setDraft(value);
  }, [value]);
  useEffect(() => () => clearTimeout(waiting.current), []);
  const apply = (text: string): void => {
    clearTimeout(waiting.current);
    asked.current = text.trim();
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
