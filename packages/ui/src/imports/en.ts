/** The texts of how imports end: apart, because few are told of it on a page. */
export const english = {
  importFault: 'Row {row}: {fault}',
  importFileFault: 'File: {fault}',
  importBrokenOff: 'it was broken off before it was read to its end: nothing of it counts',
  importFailed: 'Nothing of {name} is imported. {fault}',
  importUnknown:
    'How the import of {name} ends is not known ({fault}). Look for its profiles before you import it again.',
  importDone: '{count, plural, one {# profile is} other {# profiles are}} imported',
} as const;
