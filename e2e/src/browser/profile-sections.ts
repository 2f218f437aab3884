/** The specified sections of a profile, in their order. */
export const profileSections = [
  'About',
  'Names',
  'Emails',
  'Phones',
  'Addresses',
  'Friends',
  'Networks',
  'Social IDs',
  'Sources',
  'Schools',
  'Work',
  'Photos',
  'Wordcloud',
  'Map Location',
  'Activity',
  'Additional Contact',
];
