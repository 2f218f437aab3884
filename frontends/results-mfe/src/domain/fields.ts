import { isSingle, type ListField, type ProfileField, type SingleField } from '@numscope/contracts';
import type { Word } from '@numscope/ui';
import type { texts } from '../texts/texts.ts';

/** A column of an export; its width in characters. */
export interface Column {
  header: Word<typeof texts>;
  width: number;
}

interface ShownSingle {
  /** What it is called beside its value. */
  label: Word<typeof texts>;
  /** Shown in a row of its own, where the order of this table has it. */
  row: boolean;
  /** Null: it is in no export. */
  column: Column | null;
}

/** Lists have sections of their own, which sections.ts names. */
interface ShownList {
  column: Column;
}

/** How each field of a profile is shown, in the order of a profile's rows and of an export's columns. */
const shownFields = {
  names: { column: { header: 'names', width: 30 } },
  firstName: { label: 'firstName', row: true, column: { header: 'firstName', width: 16 } },
  lastName: { label: 'lastName', row: true, column: { header: 'lastName', width: 16 } },
  maidenName: { label: 'maidenName', row: true, column: { header: 'maidenName', width: 16 } },
  gender: { label: 'gender', row: true, column: { header: 'gender', width: 10 } },
  birthDate: { label: 'birthDate', row: true, column: { header: 'birthDate', width: 12 } },
  married: { label: 'married', row: true, column: { header: 'married', width: 10 } },
  country: { label: 'country', row: true, column: { header: 'country', width: 18 } },
  city: { label: 'city', row: true, column: { header: 'city', width: 18 } },
  university: { label: 'university', row: true, column: { header: 'university', width: 22 } },
  // Its row is the university's.
  universityYearEnd: { label: 'universityYearEnd', row: false, column: { header: 'universityYearEnd', width: 12 } },
  faculty: { label: 'faculty', row: true, column: { header: 'faculty', width: 18 } },
  chair: { label: 'chair', row: true, column: { header: 'chair', width: 18 } },
  religion: { label: 'religion', row: true, column: { header: 'religion', width: 14 } },
  political: { label: 'political', row: true, column: { header: 'political', width: 14 } },
  addresses: { column: { header: 'addresses', width: 30 } },
  emails: { column: { header: 'emailsSection', width: 28 } },
  phones: { column: { header: 'phones', width: 18 } },
  socialNetworks: { column: { header: 'networksSection', width: 28 } },
  sites: { column: { header: 'sitesColumn', width: 24 } },
  schools: { column: { header: 'schools', width: 24 } },
  work: { column: { header: 'work', width: 24 } },
  friends: { column: { header: 'friends', width: 24 } },
  // Its row is the last of all, as it may be long.
  about: { label: 'aboutText', row: false, column: { header: 'about', width: 30 } },
  additionalContact: { column: { header: 'additionalContact', width: 24 } },
  photos: { column: { header: 'photos', width: 24 } },
  // Beside the networks, where somebody says them.
  accountType: { label: 'accountType', row: false, column: { header: 'accountType', width: 14 } },
  accountStatus: { label: 'accountStatus', row: false, column: { header: 'accountStatus', width: 14 } },
  accountOptions: { column: { header: 'accountOptions', width: 20 } },
  lastOnline: { label: 'lastOnline', row: false, column: { header: 'lastOnline', width: 20 } },
  online: { label: 'online', row: false, column: null },
} as const satisfies Record<SingleField, ShownSingle> & Record<ListField, ShownList>;

const names = Object.keys(shownFields) as ProfileField[];

/** What a field with one value is called beside it. */
export const labelOf = (field: SingleField): ShownSingle['label'] => shownFields[field].label;

/** The fields whose rows stand one after the other. */
export const rowFields = names.filter(isSingle).filter((field) => shownFields[field].row);

/** The fields that an export has columns of. */
export const fieldColumns = names.flatMap((field) => {
  const { column } = shownFields[field];
  return column === null ? [] : [{ field, column }];
});
