import { defineTexts } from '@numscope/ui';

/** The texts of this remote. */
export const texts = defineTexts({
  audit: 'Audit Trail',
  users: 'User Management',
  sources: 'Sources',
  system: 'System',
  entries: '{count} entries',
  time: 'Time',
  type: 'Type',
  details: 'Details',
  user: 'User',
  address: 'Address',
  outcome: 'Outcome',
  userName: 'Username',
  roles: 'Roles',
  modules: 'Modules',
  lastLogin: 'Last login',
  source: 'Source',
  service: 'Service',
  status: 'Status',
  version: 'Version',
  none: 'Nothing here yet',
});
