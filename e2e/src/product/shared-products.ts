import type { ChildProcess } from 'node:child_process';
import { type ProductOptions, type StartedProduct, startProduct } from './product.ts';
import type { Told } from './shared-product.ts';

// Loaded by the runner of the files. Each file has a process of its own and asks for its product over the channel between them.

const begun = new Map<string, Promise<StartedProduct>>();

/** The product with these settings that all files of a suite share. It is begun for the first that asks. */
function productWith(options: ProductOptions): Promise<StartedProduct> {
  const key = JSON.stringify(options);
  const known = begun.get(key) ?? startProduct(options);
  begun.set(key, known);
  return known;
}

/** Answers the process of a file that asks for a product with these settings. */
export async function answerFile(question: ProductOptions, file: ChildProcess): Promise<void> {
  const tell = (told: Told): void => {
    if (file.connected) file.send(told);
  };
  try {
    const { url, dataDir, port, pid, readyMs, listen } = await productWith(question);
    listen((printed) => tell({ printed }));
    tell({ product: { url, dataDir, port, pid, readyMs } });
  } catch (error) {
    tell({ fault: error instanceof Error ? error.message : String(error) });
  }
}

/** Ends all of them, and removes what they keep. Why one did not begin is told where it was asked for. */
export async function endSharedProducts(): Promise<void> {
  for (const begins of begun.values())
    await begins.then(
      (product) => product.discard(),
      () => undefined,
    );
}
