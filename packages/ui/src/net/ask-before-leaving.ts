/**
 * Has the browser ask whether its page is really to be left (https://html.spec.whatwg.org/#prompt-to-unload-a-document),
 * while work is under way that this would stop.
 */
export async function askBeforeLeaving<T>(work: Promise<T>): Promise<T> {
  const asking = (event: Event): void => event.preventDefault();
  window.addEventListener('beforeunload', asking);
  try {
    return await work;
  } finally {
    window.removeEventListener('beforeunload', asking);
  }
}
