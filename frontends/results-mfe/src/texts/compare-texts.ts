/** Texts of profiles side by side. */
export const compareTexts = {
  compare: 'Compare',
  compareHint: 'Select two to four profiles to compare them',
  compareTitle: '{count} profiles compared',
  compareDifferences: 'Differences only',
  compareField: 'Field',
  compareSame: 'Nothing differs',
  compareShared: 'shared',
  compareLeaveOut: 'Leave {phone} out',
} as const;
