import { type KeyboardEvent, useEffect, useId, useState } from 'react';

interface ComboboxOptions<T> {
  options: readonly T[];
  keyOf: (option: T) => string;
  onPick: (option: T) => void;
  open: boolean;
  /** Options for what is typed are on their way: Enter waits for them where there is none yet. */
  coming?: boolean;
}

/**
 * A text field that steers the list below it: the arrow keys choose, Enter takes what is chosen or else the first, and screen readers are told which one it is
 * while the focus stays in the field (ARIA's combobox). Spread `field`, `list` and `option(one)` over an input, a box and buttons.
 * @param first whether the first option is chosen before any key
 */
export function useCombobox<T>({ options, keyOf, onPick, open, coming = false }: ComboboxOptions<T>, first = false) {
  const id = useId();
  const [at, setAt] = useState(-1);
  const [entered, setEntered] = useState(false);
  const chosen = options[at < 0 && first ? 0 : Math.min(at, options.length - 1)];
  const chosenId = chosen === undefined ? undefined : id + keyOf(chosen);
  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  useEffect(() => {
    if (!entered || coming) return;
    setEntered(false);
    if (options[0] !== undefined) onPick(options[0]);
  }, [entered, coming, options, onPick]);
  const onKeyDown = (event: Pick<KeyboardEvent, 'key' | 'preventDefault'>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const taken = chosen ?? options[0];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      const from = chosen === undefined ? (step > 0 ? -1 : 0) : options.indexOf(chosen);
      setAt((from + step + options.length) % options.length);
    } else if (event.key === 'Enter' && open && taken !== undefined) {
      event.preventDefault();
      onPick(taken);
    } else if (event.key === 'Enter' && coming && taken === undefined) {
      event.preventDefault();
      setEntered(true);
    }
  };
  return {
    field: {
      role: 'combobox',
      'aria-expanded': open,
      'aria-controls': id,
      'aria-autocomplete': 'list',
      'aria-activedescendant': open ? chosenId : undefined,
      autoComplete: 'off',
      onKeyDown,
    },
    list: { id, role: 'listbox' },
    option: (one: T) => ({
      id: id + keyOf(one),
      role: 'option',
      'aria-selected': one === chosen,
      tabIndex: -1,
      // A press must not take the focus out of the field.
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onClick: () => onPick(one),
    }),
    /** For when other options come: nothing is chosen any more. */
    reset: () => {
      setAt(-1);
      setEntered(false);
    },
  } as const;
}
