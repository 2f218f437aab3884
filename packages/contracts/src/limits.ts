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
  /** Of a text that lists are filtered by. */
  filterChars: 1000,
  /** Lists and objects within each other in a body. */
  jsonDepth: 64,
  /** Values of a body, all together. */
  jsonValues: 100_000,
  exportProfiles: 1000,
  /** Of raw answers that are given at once: what has no room is left out, with its size. */
  asIsRawBytes: 16 * 1024 * 1024,
  importProfiles: 10_000,
  /** Of one import, told by row: who sent it mends these first. */
  importFaults: 100,
  exportAudit: 500,
  chainFaultsShown: 100,
  selectedProfiles: 1000,
  bulkCriteria: 100,
  /** Of all criteria of a search together: a hundred addresses have some 1500. No search engine takes any number. */
  searchWords: 2000,
  listItems: 1000,
  exactSearchHits: 10_000,
  /** Of one list of one answer of a source, and of its names and of those of a profile: what is said beyond stays in the answer. */
  valuesOfAnswer: 1000,
  namesOfAnswer: 200,
  namesOfProfile: 500,
  /** Told of each field beside a search. */
  facetValues: 20,
  /** Countries, and cities, of what a search finds, on its map. */
  mapPlaces: 1000,
  subTaskPhones: 10_000,
  /** Of jobs that were merged, one into the next: so many are looked through for what was answered of a number. */
  mergedPasses: 100,
  jobNameChars: 255,
  invalidLinesShown: 10,
  imagePixels: 40_000_000,
  /** Of a picture that is searched by: below that. A photo of a person in a search by a provider has at most half. */
  searchImageBytes: 2 * 1024 * 1024,
  /** Matches that a search by picture answers at most, of all faces on it together. */
  faceMatches: 1000,
  personPhotoBytes: 1024 * 1024,
  faceSearchesPerHour: 60,
  /** Of one number, the newest. */
  timelineEntries: 1000,
  /** On which the same face may be, told of one number. */
  sameFaceNumbers: 100,
  /** Of one source, as text of the sources file. */
  sourceTextChars: 64 * 1024,
  /** Of a value that a source is tried with, as if another source had found it. */
  knownChars: 1000,
  /** Of one call that takes much, of one caller: under way at one gateway, and a minute. */
  costlyAtOnce: 8,
  costlyPerMinute: 600,
  /** Answered to one caller by one service and not taken yet; one answer alone may be of any size. */
  unreadAnswerBytes: 128 * 1024 * 1024,
  loginFailures: 10,
  loginFailureWindowMs: 15 * 60_000,
  /** Within a minute from one address; and at one user, from wherever, before the attempts are slowed. */
  addressLoginFailures: 100,
  userLoginFailures: 20,
  loginMinuteMs: 60_000,
  slowedLoginMs: 1000,
  /** Wrong codes of one account, by whoever knows its password, and how long each counts. */
  codeFailures: 10,
  codeFailureWindowMs: 3_600_000,
  /** Of one account, made together. */
  recoveryCodes: 10,
  /** Of each purpose. */
  passwordChecksWaiting: 16,
  /** A password that has waited longer for its turn is not hashed any more. */
  passwordWaitMs: 4000,
  /** Of one user's logins, the newest, as far as they are listed. */
  listedSessions: 200,
  /** Logins of which one message to auth tells that they were used. */
  toldSessions: 1000,
  /** Of one user; of those that belong to nobody; of one key's name and of its list of addresses. */
  apiKeys: 20,
  serviceKeys: 100,
  apiKeyNameChars: 64,
  apiKeyAddresses: 50,
  /** Of one user, and of one's filter as JSON. */
  savedSearches: 100,
  savedSearchBytes: 16 * 1024,
  /** Of the reason for an act that is kept as evidence, and of an export's purpose: the audit keeps it whole. */
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
  /** Of a notification that offers to take back what was done. */
  undoMs: 10_000,
  scrollButtonPx: 56,
  mobileBreakpointPx: 1020,
  websocketAuthMs: 5000,
  /** Of one user, at one gateway: of the 20,000 that it bears some are left to others. */
  websocketsPerUser: 12_000,
  /** Of one client, after its token; more than ten times what ours send. */
  websocketMessagesPerMinute: 240,
  progressEveryMs: 500,
  webhooks: 50,
  webhookNameChars: 100,
  webhookUrlChars: 2000,
  webhookSecretChars: 256,
  /** Of each list in a webhook's filter. */
  webhookFilterItems: 1000,
  /** How long a delivery is tried again. */
  deliveryTriedMs: 86_400_000,
  /** How long one that arrived is shown, and one that was given up is kept. */
  deliveredDays: 7,
  deadDeliveryDays: 30,
  eventRetentionDays: 7,
  /** Long enough that somebody looks; after that the numbers in them must go. */
  deadLetterDays: 30,
  maxRunningJobs: 8,
} as const;

export const productName = 'Numscope';
export const productVersion = 'v2.1.1410';
