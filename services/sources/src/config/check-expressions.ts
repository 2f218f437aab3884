import { compile, TreeInterpreter } from '@jmespath-community/jmespath';
import { reasonOf } from '@numscope/platform';
import { isItem } from '../domain/fields/field-shapes.ts';
import { mappableFields } from '../domain/fields/sanitise-fields.ts';
import type { Fault } from './check-secrets.ts';
import type { Path } from '@numscope/platform/yaml-lines';

/** Besides the syntax, the functions' names: nothing else would tell of those before the first answer comes. */
function faultOfExpression(text: string): string | null {
  let tree: ReturnType<typeof compile>;
  try {
    tree = compile(text);
  } catch (error) {
    return reasonOf(error);
  }
  try {
    TreeInterpreter.search(tree, null);
    return null;
  } catch (error) {
    return /^unknown function|^invalid arity/i.test(reasonOf(error)) ? reasonOf(error) : null;
  }
}

export function checkExpression(value: unknown, path: Path, faults: Fault[]): void {
  const fault = typeof value === 'string' && value !== '' ? faultOfExpression(value) : null;
  if (fault !== null) faults.push({ path, message: `is no JMESPath expression: ${fault}` });
}

/** The names that a mapping is about; what they are mapped from is for each connector to check. */
export function checkMap(map: unknown, path: Path, faults: Fault[]): void {
  if (!isItem(map)) return;
  for (const field of Object.keys(map)) {
    if (!mappableFields.has(field)) faults.push({ path: [...path, field], message: 'is no field of a profile' });
  }
}
