import { useEffect } from 'react';

/**
 * Names the window while a screen is shown: `Jobs · Numscope`. A remote's name for its screen stands over the shell's
 * until it goes.
 */
export function usePageTitle(title: string, product = 'Numscope'): void {
  useEffect(() => {
    const before = document.title;
    const ours = title === '' ? product : `${title} · ${product}`;
    document.title = ours;
    return () => {
      // Somebody else may have named the next screen already.
      if (document.title === ours) document.title = before;
    };
  }, [title, product]);
}
