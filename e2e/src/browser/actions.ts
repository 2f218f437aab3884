import type { Locator, Page } from 'playwright-core';

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  jpg: 'image/jpeg',
  png: 'image/png',
  txt: 'text/plain',
};

/** A file as somebody chooses one, of the type that the end of its name says. */
export const fileNamed = (name: string, content: string | Uint8Array) => ({
  name,
  mimeType: types[name.split('.').at(-1) ?? ''] ?? '',
  buffer: Buffer.from(content),
});

/** Chooses a file in the one field for files that is there. */
export const chooseFile = (within: Page | Locator, name: string, content: string | Uint8Array): Promise<void> =>
  within.locator('input[type=file]').setInputFiles(fileNamed(name, content));

/** Presses the button that opens a window. */
async function openedBy(button: Locator, name: string): Promise<Locator> {
  await button.click();
  return button.page().getByRole('dialog', { name });
}

export const openCreateJob = (page: Page): Promise<Locator> =>
  openedBy(page.getByRole('button', { name: 'Create job' }).first(), 'Create job');

export const openImport = (page: Page): Promise<Locator> =>
  openedBy(page.getByRole('button', { name: 'Import', exact: true }), 'Import profiles');

/** Holds each call of a path that the page makes back, until it is let go by what this returns. */
export async function holdCalls(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
