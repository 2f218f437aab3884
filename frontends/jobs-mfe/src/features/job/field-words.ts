import type { ComparedField } from '@numscope/contracts/profile-fields';
import type { Word } from '@numscope/ui';
import { texts } from '../../texts/opened.ts';

const words: Readonly<Record<ComparedField, Word<typeof texts>>> = {
  names: 'fieldNames',
  firstName: 'fieldFirstName',
  lastName: 'fieldLastName',
  maidenName: 'fieldMaidenName',
  birthDate: 'fieldBirthDate',
  gender: 'fieldGender',
  married: 'fieldMarried',
  religion: 'fieldReligion',
  political: 'fieldPolitical',
  city: 'fieldCity',
  country: 'fieldCountry',
  university: 'fieldUniversity',
  universityYearEnd: 'fieldUniversityYearEnd',
  faculty: 'fieldFaculty',
  chair: 'fieldChair',
  about: 'fieldAbout',
  emails: 'fieldEmails',
  phones: 'fieldPhones',
  addresses: 'fieldAddresses',
  socialNetworks: 'fieldSocialNetworks',
  photos: 'fieldPhotos',
  friends: 'fieldFriends',
  schools: 'fieldSchools',
  work: 'fieldWork',
  sites: 'fieldSites',
  additionalContact: 'fieldAdditionalContact',
  line: 'fieldLine',
  numbering: 'fieldNumbering',
  other: 'fieldOther',
  accountType: 'fieldAccountType',
  accountStatus: 'fieldAccountStatus',
  accountOptions: 'fieldAccountOptions',
};

export const fieldWord = (field: ComparedField): string => texts(words[field]);

/** The fields that changed, in words. */
export const fieldWords = (fields: readonly ComparedField[]): string => fields.map(fieldWord).join(', ');
