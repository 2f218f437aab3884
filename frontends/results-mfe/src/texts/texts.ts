import { defineTexts } from '@numscope/ui';

/** The texts of this remote. */
export const texts = defineTexts({
  results: 'Results',
  dashboard: 'Search Dashboard',
  profiles: '{count} profiles',
  bestName: 'Best name',
  phone: 'Phone',
  sources: 'Sources',
  confidence: 'Confidence',
  lastOnline: 'Last online',
  none: 'No profiles',
  noneMatch: 'No profiles match',
  failed: 'The profiles could not be loaded',
  noName: 'No name known',
  fieldName: 'Name',
  fieldPhone: 'Phone',
  fieldSocialNetwork: 'Network',
  fieldEmail: 'Email',
  fieldJobId: 'Job',
  fieldImages: 'Picture',
});
