import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** The time that a paper bears: when it is printed, and until then when the page was opened. Milliseconds. */
export function usePrintTime(): number {
  const [at, setAt] = useState(() => Date.now());
  useEffect(() => {
    const print = (): void => flushSync(() => setAt(Date.now()));
    window.addEventListener('beforeprint', print);
    return () => window.removeEventListener('beforeprint', print);
  }, []);
  return at;
}
