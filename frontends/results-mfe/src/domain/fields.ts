import { isSingle, type ListField, type ProfileField, type SingleField } from '@numscope/contracts';
import type { Word } from '@numscope/ui';
import type { texts } from '../texts/texts.ts';

/** A column of a spreadsheet; its width in characters. */
export interface Column {
  header: string;
  width: number;
}

interface ShownSingle {
  /** What it is called beside its value. */
  label: Word<typeof texts>;
  /** Shown in a row of its own, where the order of this table has it. */
  row: boolean;
  /** Null: it is in no spreadsheet. */
  column: Column | null;
}

/** Lists have sections of their own, which sections.ts names. */
interface ShownList {
  column: Column;
}

/** How each field of a profile is shown, in the order of a profile's rows and of a spreadsheet's columns. */
const shownFields = {
  names: { column: { header: 'Names', width: 30 } },
  firstName: { label: 'firstName', row: true, column: { header: 'First name', width: 16 } },
  lastName: { label: 'lastName', row: true, column: { header: 'Last name', width: 16 } },
  maidenName: { label: 'maidenName', row: true, column: { header: 'Maiden name', width: 16 } },
  gender: { label: 'gender', row: true, column: { header: 'Gender', width: 10 } },
  birthDate: { label: 'birthDate', row: true, column: { header: 'Born', width: 12 } },
  married: { label: 'married', row: true, column: { header: 'Married', width: 10 } },
  country: { label: 'country', row: true, column: { header: 'Country', width: 18 } },
  city: { label: 'city', row: true, column: { header: 'City', width: 18 } },
  university: { label: 'university', row: true, column: { header: 'University', width: 22 } },
  // Its row is the university's.
  universityYearEnd: { label: 'universityYearEnd', row: false, column: { header: 'Year of degree', width: 12 } },
  faculty: { label: 'faculty', row: true, column: { header: 'Faculty', width: 18 } },
  chair: { label: 'chair', row: true, column: { header: 'Chair', width: 18 } },
  religion: { label: 'religion', row: true, column: { header: 'Religion', width: 14 } },
  political: { label: 'political', row: true, column: { header: 'Political', width: 14 } },
  addresses: { column: { header: 'Addresses', width: 30 } },
  emails: { column: { header: 'Emails', width: 28 } },
  phones: { column: { header: 'Phones', width: 18 } },
  socialNetworks: { column: { header: 'Networks', width: 28 } },
  sites: { column: { header: 'Sites', width: 24 } },
  schools: { column: { header: 'Schools', width: 24 } },
  work: { column: { header: 'Work', width: 24 } },
  friends: { column: { header: 'Friends', width: 24 } },
  // Its row is the last of all, as it may be long.
  about: { label: 'aboutText', row: false, column: { header: 'About', width: 30 } },
  additionalContact: { column: { header: 'Additional contact', width: 24 } },
  photos: { column: { header: 'Photos', width: 24 } },
  // Beside the networks, where somebody says them.
  accountType: { label: 'accountType', row: false, column: { header: 'Account type', width: 14 } },
  accountStatus: { label: 'accountStatus', row: false, column: { header: 'Account status', width: 14 } },
  accountOptions: { column: { header: 'Account options', width: 20 } },
  lastOnline: { label: 'lastOnline', row: false, column: { header: 'Last online', width: 20 } },
  online: { label: 'online', row: false, column: null },
} as const satisfies Record<SingleField, ShownSingle> & Record<ListField, ShownList>;

const names = Object.keys(shownFields) as ProfileField[];

/** What a field with one value is called beside it. */
export const labelOf = (field: SingleField): ShownSingle['label'] => shownFields[field].label;

/** The fields whose rows stand one after the other. */
export const rowFields = names.filter(isSingle).filter((field) => shownFields[field].row);

/** The fields that a spreadsheet has columns of. */
export const fieldColumns = names.flatMap((field) => {
  const { column } = shownFields[field];
  return column === null ? [] : [{ field, column }];
});
