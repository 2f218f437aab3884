import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';

/** Takes files that are dropped on an element; `over` while one is held above it. */
export function useDrop(onFiles: (files: FileList) => void): { over: boolean; ref: RefCallback<HTMLElement> } {
  const [over, setOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  const ref = useCallback((element: HTMLElement | null) => {
    const drag = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (): void => setOver(false);
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (event.dataTransfer === null || event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      // What lies further out takes files as well.
      event.stopPropagation();
      latest.current(event.dataTransfer.files);
    };
    const stop = new AbortController();
    const until = { signal: stop.signal };
    element?.addEventListener('dragover', drag, until);
    element?.addEventListener('dragleave', leave, until);
    element?.addEventListener('drop', drop, until);
    return () => stop.abort();
  }, []);
  return { over, ref };
}
