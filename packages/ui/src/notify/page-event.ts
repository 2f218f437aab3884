/**
 * An event that every part of the console hears: each has its own copy of this code, but there is one page.
 * @param name of the event, for example `toast`
 */
export function pageEvent<Detail = void>(name: string) {
  const type = `numscope:${name}`;
  return {
    tell: (detail: Detail): void => void window.dispatchEvent(new CustomEvent(type, { detail })),
    /** @returns ends the listening */
    hear: (listener: (detail: Detail) => void): (() => void) => {
      const heard = (event: Event): void => {
        if (event instanceof CustomEvent) listener(event.detail);
      };
      window.addEventListener(type, heard);
      return () => window.removeEventListener(type, heard);
    },
  };
}
