/**
 * Business constants of the product. Sizes in bytes, durations in milliseconds, counts in items unless a name says
 * otherwise.
 */
export const limits = {
  phonesFileBytes: 500 * 1024 * 1024,
  phonesInFile: 1_000_000,
  phonesInRange: 100,
  pageSize: { profiles: 15, users: 15, jobs: 15, audit: 15, jobPhones: 39, listed: 50 },
  maxPageSize: 1000,
  /** Beyond, page times size would be no exact number any more. */
  maxPage: 1_000_000_000,
  /** Characters of a text that lists are filtered by. */
  filterChars: 1000,
  /** Lists and objects within each other in a body. */
  jsonDepth: 64,
  /** Values of a body, all together. */
  jsonValues: 100_000,
  exportProfiles: 1000,
  /** Bytes of raw answers in one export as is: of an answer that has no room only the size is given. */
  asIsRawBytes: 16 * 1024 * 1024,
  importProfiles: 10_000,
  /** Faults of one import that are listed by row: whoever sent it mends these first. */
  importFaults: 100,
  exportAudit: 500,
  chainFaultsShown: 100,
  selectedProfiles: 1000,
  bulkCriteria: 100,
  /** Words of all criteria of a search: a hundred addresses have some 1500, and no search engine takes any number. */
  searchWords: 2000,
  listItems: 1000,
  exactSearchHits: 10_000,
  /** Values of one list in a source's answer; then names of an answer and of a profile. Further ones stay in the raw answer. */
  valuesOfAnswer: 1000,
  namesOfAnswer: 200,
  namesOfProfile: 500,
  /** Values counted for each field beside a search. */
  facetValues: 20,
  /** Countries, and cities, on the map of a search. */
  mapPlaces: 1000,
  subTaskPhones: 10_000,
  /** Passes of merged jobs that are looked through for what was answered of a number. */
  mergedPasses: 100,
  jobNameChars: 255,
  invalidLinesShown: 10,
  imagePixels: 40_000_000,
  /** A picture to search by has fewer bytes; one that goes to a provider of pictures (`personPhotoBytes`) at most half. */
  searchImageBytes: 2 * 1024 * 1024,
  /** Matches that a search by picture answers at most, of all faces on it together. */
  faceMatches: 1000,
  personPhotoBytes: 1024 * 1024,
  faceSearchesPerHour: 60,
  /** The newest entries of one number's timeline. */
  timelineEntries: 1000,
  /** Numbers listed for one number as those with the same face. */
  sameFaceNumbers: 100,
  /** Characters of one source in the sources file. */
  sourceTextChars: 64 * 1024,
  /** Characters of a value that a source is tried with, as if another source had found it. */
  knownChars: 1000,
  /** Costly calls of one kind by one caller: at the same time at one gateway, and in a minute. */
  costlyAtOnce: 8,
  costlyPerMinute: 600,
  /** Bytes of answers that a caller has not read yet from one service; a single answer may be of any size. */
  unreadAnswerBytes: 128 * 1024 * 1024,
  loginFailures: 10,
  loginFailureWindowMs: 15 * 60_000,
  /** Failed logins in a minute: from one address, and for one user from anywhere before attempts are slowed down. */
  addressLoginFailures: 100,
  userLoginFailures: 20,
  loginMinuteMs: 60_000,
  slowedLoginMs: 1000,
  /** Wrong codes of one account, by whoever knows its password, and how long each counts. */
  codeFailures: 10,
  codeFailureWindowMs: 3_600_000,
  /** Recovery codes of one account, made together. */
  recoveryCodes: 10,
  /** Password checks that may wait, for each purpose. */
  passwordChecksWaiting: 16,
  /** A password that has waited longer for its turn is not hashed any more. */
  passwordWaitMs: 4000,
  /** The newest logins of one user that are listed. */
  listedSessions: 200,
  /** Used logins in one message to auth. */
  toldSessions: 1000,
  /** API keys of one user, and of no user; then a key's name and its list of addresses. */
  apiKeys: 20,
  serviceKeys: 100,
  apiKeyNameChars: 64,
  apiKeyAddresses: 50,
  /** Saved searches of one user, and the filter of one as JSON. */
  savedSearches: 100,
  savedSearchBytes: 16 * 1024,
  /** Characters of the purpose of an export or of an act that is kept as evidence: the audit keeps it whole. */
  purposeChars: 500,
  /** Days of a retention: at most; of the audit at least; and the runs that are shown. */
  retentionDays: 36_500,
  auditRetentionDays: 30,
  retentionRuns: 10,
  /** Entries of the do-not-look-up list, and what one call may add to it. */
  listedEntries: 1_000_000,
  listedLines: 100_000,
  listedTextChars: 2_000_000,
  notificationMs: 5000,
  /** How long a notification with an undo button stays. */
  undoMs: 10_000,
  scrollButtonPx: 56,
  mobileBreakpointPx: 1020,
  websocketAuthMs: 5000,
  /** Websockets of one user at one gateway, which bears 20,000: some are left to others. */
  websocketsPerUser: 12_000,
  /** Messages of one client after its token; more than ten times what the console sends. */
  websocketMessagesPerMinute: 240,
  progressEveryMs: 500,
  webhooks: 50,
  webhookNameChars: 100,
  webhookUrlChars: 2000,
  webhookSecretChars: 256,
  /** Items of each list in a webhook's filter. */
  webhookFilterItems: 1000,
  /** How long a delivery is tried again. */
  deliveryTriedMs: 86_400_000,
  /** How long delivered ones are shown, and dead ones are kept. */
  deliveredDays: 7,
  deadDeliveryDays: 30,
  eventRetentionDays: 7,
  /** Long enough that somebody looks; after that the numbers in them must go. */
  deadLetterDays: 30,
  maxRunningJobs: 8,
} as const;

export const productName = 'Numscope';
export const productVersion = 'v2.1.1410';
