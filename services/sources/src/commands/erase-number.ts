import { setTimeout as pause } from 'node:timers/promises';
import type { Erased } from '@numscope/contracts';
import { LOOK_MS } from '../asking/do-not-look-up.ts';
import type { AskingContext } from '../asking/context.ts';
import { untilPublished } from '@numscope/platform';
import { digestOf, ERASED_REMEMBERED_MS } from '@numscope/platform/erased-numbers';

/** The other instances have heard of it by then, and written what they had in hand. */
const HEARD_MS = 2 * LOOK_MS + 500;

/** Forgets what sources said about a number; what they are just being asked about it is not kept any more. */
export async function eraseNumber(context: AskingContext, phone: string): Promise<Erased> {
  const { store, doNotLookUp, committer, kit } = context;
  const at = kit.clock.now();
  const mark = { digest: digestOf(phone), at };
  await store.noteErased(mark, at - ERASED_REMEMBERED_MS);
  doNotLookUp.erased.add(mark);
  doNotLookUp.onAdded();
  if (store.shared) await pause(HEARD_MS);
  await committer.written();
  // The bus is emptied after that.
  await untilPublished(store, [phone]);
  await store.eraseDeliveries(phone);
  return { removed: await store.erase(phone) };
}
