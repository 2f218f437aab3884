import { limits } from './limits.ts';

/**
 * Every text of the specification that a person may read, in one place. Texts that the console alone shows stand in its
 * own catalog.
 */
export const messages = {
  badCredentials: 'Incorrect username or password',
  sessionTimeout: 'Session timeout. Please refresh the page and try again',
  logoutError: 'Logout error',
  usernameRequired: 'Username is required and cannot be empty',
  usernameCharacters: 'Username can contain only latin letters, digits and underscore',
  passwordRequired: 'Password is required and cannot be empty',
  passwordRule:
    'Password must be at least 8 characters including 1 uppercase letter, 1 special character and alphanumerics (!@#$%&*,.^_`~)',
  passwordConfirm: 'Confirm Password must match the Password',
  roleRequired: 'Role is required. Select at least one role',
  moduleRequired: 'At least one module must be selected',
  usernameTaken: 'This username is already taken',
  nameCharacters: 'Name can only contain alphanumeric characters, spaces, hyphens and underscore',
  jobNameRequired: 'Job name is required and cannot be empty',
  jobNameInvalid: `Job name must have 1 to ${limits.jobNameChars} printable characters`,
  criteriaRequired: 'Criteria list is required and cannot be empty',
  criteriaTooMany: (limit: number) => `The maximum number of search criteria should not exceed ${limit}`,
  criteriaTooLong: 'The search criteria have too many words together. Use fewer or shorter ones',
  selectImage: 'Please select an image file',
  selectCsv: 'Please select CSV file',
  fileRequired: 'Please upload a file containing a list of phones',
  noPhones: 'The imported file is invalid or does not contain phone numbers',
  fileTooLarge: 'The imported file is too large and exceeds 500 MB',
  tooManyPhones: `The imported file is too large and exceeds ${limits.phonesInFile} phones`,
  phonesNotNumeric: 'The phone list must contain only numbers and the + symbol',
  fieldAfterFile: 'This field must be sent before the file, because the file is read while it arrives',
  rangeStartRequired: 'Please enter the start of the range of numbers',
  rangeEndRequired: 'Please enter the end of the range of numbers',
  rangeOrder: 'Range start greater than end',
  rangeLength: 'The length of the range numbers does not match',
  rangeTooLarge: `The range of phone numbers is too large and cannot exceed ${limits.phonesInRange}`,
  accountForm: 'An account is written as NETWORK: id',
  timeBounds: 'A time is in milliseconds, and this one lies beyond what a date can be',
  noProfiles: 'No profiles selected',
  tooManyProfiles: `Maximum number of selected profiles is ${limits.exportProfiles}`,
  noFiles: 'No files selected',
  fileParsing: 'File parsing Error',
  invalidData: 'Invalid data',
  maximumExceeded: 'The maximum value has been exceeded',
  quota: 'Insufficient quota to perform this operation',
  timeout: 'Timeout error',
  rerunInvalid: 'Rerun is not possible. The phone numbers are in invalid format',
  pageNotFound: 'An error has occurred. Requested page cannot be found!',
  goHome: 'Go to Homepage',
  columnsOfOneName: (names: string) => `Several columns have the same name: ${names}. Give each a name of its own`,
  wentWrong: (component: string) => `Something went wrong in ${component}`,
  tryReload: 'Please try to reload the page',
  createJobTitle: 'Create Job',
  jobCreated: 'The job has been created successfully and added to the list',
  jobQueued: 'Job created successfully and added to the queue',
  updateJobTitle: 'Update Job',
  jobUpdated: 'Job updated successfully',
  mergeJobTitle: 'Merge Job',
  jobMerged: 'Job was merged successfully',
  confirmCancelJob: 'Are you sure to cancel this job',
  confirmDeleteUser: 'Are you sure to delete this user',
  confirmMergeJob: 'Are you sure to merge this job',
  confirmRemoveJob: 'Are you sure to remove this job',
  requiredParameter: (parameter: string, call: string) =>
    `Required parameter ${parameter} was null or undefined when calling ${call}`,
} as const;

/** What a token is answered that no longer counts, by why. */
export const sessionEndTexts = {
  ENDED:
    'This session was ended: by its owner, by an administrator, or because the account or its password was changed',
  UNUSED: 'This session was ended because nobody used it for too long',
} as const;
export type SessionEnd = keyof typeof sessionEndTexts;
