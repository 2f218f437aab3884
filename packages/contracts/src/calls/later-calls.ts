import { accountCalls } from './account-calls.ts';
import { auditCalls } from './audit-calls.ts';
import { imagesCalls } from './images-calls.ts';
import { privacyCalls } from './privacy-calls.ts';
import { profileExportsCalls } from './profile-exports-calls.ts';
import { profileImportsCalls } from './profile-imports-calls.ts';
import { profilesCalls } from './profiles-calls.ts';
import { savedSearchCalls } from './saved-search-calls.ts';
import { sourcesCalls } from './sources-calls.ts';
import { usersCalls } from './users-calls.ts';
import { webhookCalls } from './webhook-calls.ts';

/** All calls but the first ones: their schemas are more than half of all, and a page takes them when it needs them. */
export const laterCalls = {
  ...accountCalls,
  ...usersCalls,
  ...sourcesCalls,
  ...profilesCalls,
  ...profileExportsCalls,
  ...profileImportsCalls,
  ...savedSearchCalls,
  ...imagesCalls,
  ...privacyCalls,
  ...webhookCalls,
  ...auditCalls,
};
