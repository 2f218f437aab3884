import { momentOfId, newId, newIdAt } from '@numscope/platform';

/**
 * The id of a change that comes after the one that stands there, whoever's clock goes ahead: who changes what he has
 * seen must not be taken for earlier. @param known - undefined: nothing stands there
 */
export function laterChange(known: string | undefined): string {
  const id = newId();
  if (known === undefined || known < id) return id;
  const moment = momentOfId(known);
  return moment === null ? id : newIdAt(moment + 1);
}
