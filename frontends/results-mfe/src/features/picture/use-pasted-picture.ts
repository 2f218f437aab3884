import { useEffect, useRef } from 'react';

/** Takes a picture that is pasted anywhere on the page. Pasted text goes where it was meant to. */
export function usePastedPicture(onPicture: (picture: File) => void): void {
  const latest = useRef(onPicture);
  useEffect(() => {
    latest.current = onPicture;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const picture = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      if (picture === undefined) return;
      event.preventDefault();
      latest.current(picture);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, []);
}
