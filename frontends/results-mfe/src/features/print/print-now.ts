/** What a person can do again only once the dialog is closed, where a browser does not tell that. */
const endings = ['afterprint', 'pointerdown', 'keydown'] as const;

/**
 * Opens the browser's dialog for printing. Some wait in this line until it is closed; others, as on an iPad, draw the paper
 * only later.
 * @param done called once when it is closed, and the paper is not needed any more
 */
export function printNow(done: () => void): void {
  const end = (): void => {
    for (const ending of endings) window.removeEventListener(ending, end, true);
    done();
  };
  for (const ending of endings) window.addEventListener(ending, end, true);
  window.print();
}
