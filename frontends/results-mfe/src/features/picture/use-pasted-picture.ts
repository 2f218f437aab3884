import { useEffect, useRef } from 'react';

/**
 * The picture that a paste is about. A spreadsheet puts a picture of its cells beside their text, and the text is what is
 * meant then; a file that was copied on a Mac comes with its name as text.
 */
function pastedPicture({ clipboardData }: ClipboardEvent): File | undefined {
  const picture = [...(clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
  const text = clipboardData?.getData('text/plain') ?? '';
  return picture !== undefined && (text === '' || text.startsWith(picture.name)) ? picture : undefined;
}

/**
 * Takes a picture that is pasted anywhere on the page. Pasted text goes where it was meant to.
 * @param onPicture answers whether it takes the picture; what nobody takes is left to the browser
 */
export function usePastedPicture(onPicture: (picture: File) => boolean): void {
  const latest = useRef(onPicture);
  useEffect(() => {
    latest.current = onPicture;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const picture = event.defaultPrevented ? undefined : pastedPicture(event);
      if (picture !== undefined && latest.current(picture)) event.preventDefault();
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, []);
}
