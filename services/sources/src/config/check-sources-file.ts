import { NUMBERING_PLAN, SANDBOX, SourceName } from '@numscope/contracts';
import { isItem, itemOf, itemsOf } from '../domain/fields/field-shapes.ts';
import { checkSource } from './check-connectors.ts';
import { checkProvider } from './check-provider.ts';
import { checkSecrets, type Fault } from './check-secrets.ts';

function checkNames(name: string, connector: unknown, sandbox: boolean): string[] {
  const faults = SourceName.safeParse(name).error?.issues.map(({ message }) => message) ?? [];
  if ((name === NUMBERING_PLAN) !== (connector === 'numbering-plan'))
    faults.push(`${NUMBERING_PLAN} and the connector numbering-plan belong together`);
  if ((name === SANDBOX) !== (connector === 'sandbox'))
    faults.push(`${SANDBOX} and the connector sandbox belong together`);
  else if (name === SANDBOX && !sandbox) faults.push('the sandbox makes people up; set SANDBOX=true to use it');
  return faults;
}

/**
 * What a schema cannot see: secrets written out, things that must fit together, expressions, files. Takes the file
 * before its references are filled in.
 */
export function checkFile(raw: unknown, options: { folder: string; sandbox: boolean }): Fault[] {
  const faults: Fault[] = [];
  if (!isItem(raw)) return faults;
  checkSecrets(raw['proxies'], ['proxies'], faults);
  const proxies = Object.keys(itemOf(raw['proxies']));
  for (const [name, provider] of Object.entries(itemOf(raw['providers'])))
    checkProvider(name, provider, { proxies }, faults);
  for (const [name, source] of Object.entries(itemOf(raw['sources']))) {
    if (!isItem(source)) continue;
    const path = ['sources', name];
    for (const message of checkNames(name, source['connector'], options.sandbox)) faults.push({ path, message });
    checkSource(source, path, { proxies, folder: options.folder }, faults);
    const accounts = itemsOf(source['accounts']);
    const names = accounts.map((account) => account['name']);
    accounts.forEach((account, index) => {
      const place = [...path, 'accounts', index];
      if (names.indexOf(account['name']) !== index)
        faults.push({ path: place, message: 'there is another account of this name' });
      checkSecrets(account['headers'], [...place, 'headers'], faults);
    });
  }
  return faults;
}
