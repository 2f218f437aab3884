import type { Profile, ProvenanceEntry } from '@numscope/contracts';
import { agreeing, entriesOf } from '../../domain/provenance.ts';
import { texts } from '../../texts/texts.ts';

interface AccountRow {
  label: string;
  text: string;
  entries: ProvenanceEntry[];
}

/** What is said of the account that the number has in a messenger. */
export function accountRows(profile: Profile): AccountRow[] {
  // A profile by older rules has none of it.
  const { accountType = null, accountStatus = null, accountOptions = [] }: Partial<Profile> = profile;
  const rows: Array<AccountRow | null> = [
    accountType === null
      ? null
      : { label: texts('accountType'), text: accountType, entries: agreeing(profile, 'accountType') },
    accountStatus === null
      ? null
      : { label: texts('accountStatus'), text: accountStatus, entries: agreeing(profile, 'accountStatus') },
    accountOptions.length === 0
      ? null
      : {
          label: texts('accountOptions'),
          text: accountOptions.join(', '),
          entries: accountOptions.flatMap((option) => entriesOf(profile, 'accountOptions', option)),
        },
  ];
  return rows.filter((row) => row !== null);
}
