import type { Word } from '@numscope/ui';
import type { texts } from '../../texts/texts.ts';
import type { SubjectName } from './entry-subjects.ts';

type Said = readonly [text: Word<typeof texts>, ...needs: SubjectName[]];

const readJob = ['didReadJob', 'job'] as const;
const secondFactor = ['didSecondFactor'] as const;
const searchFace = ['didSearchFace'] as const;
const readSources = ['didReadSources'] as const;
const readJobs = ['didReadJobs'] as const;
const readProfile = ['didReadProfile', 'phone'] as const;
const readProfiles = ['didReadSomeProfiles'] as const;
const readAudit = ['didReadAudit'] as const;
const readHealth = ['didReadHealth'] as const;
const readSource = ['didReadSource', 'source'] as const;

/**
 * What an entry says, by its details, and what of it must be known for that. The details are the summary of the call in
 * English, which the console's build leaves out of the calls; a test holds these against the calls.
 */
export const saidOfDetails: Readonly<Record<string, Said>> = {
  'Log in': ['didLogin'],
  'Sign in by what the identity provider sent the browser back with': ['didLogin'],
  'End every token of a user': ['didLogout'],
  'Change the own password': ['didChangePassword'],
  'The own logins that still count, newest first': ['didReadSessions'],
  'End one of the own logins': ['didEndSession'],
  'Begin to set up a second factor: what an authenticator app needs': secondFactor,
  'Turn the second factor on by its first code; the recovery codes are told this once': secondFactor,
  'Turn the own second factor off by the password and a code': secondFactor,
  'The own API keys; for administrators also those of services': ['didReadKeys'],
  'Make an API key, which is shown this once; with a role one that belongs to no person, for administrators': [
    'didCreateKey',
    'name',
  ],
  'Revoke an API key': ['didDeleteKey', 'name'],
  'List users': ['didReadUsers'],
  'One user': ['didReadUser', 'user'],
  'Create a user': ['didCreateUser', 'user'],
  'Change a user': ['didUpdateUser', 'user'],
  'Delete a user': ['didDeleteUser', 'user'],
  'Take the second factor from a user who has lost it': ['didResetSecondFactor', 'user'],
  'Create a job from a file of phones': ['didCreateJob', 'name'],
  'Create a job by a range of numbers': ['didCreateJob', 'name'],
  'List jobs by filter': readJobs,
  'List jobs': readJobs,
  'Find jobs by name or number': readJobs,
  'The main job': readJobs,
  'One job': readJob,
  'The phones of a job': readJob,
  'What a job would do': readJob,
  'What each source answered for a job': readJob,
  'How a pass of a job got on': readJob,
  'The passes of a job, newest first': readJob,
  'What appeared, changed and went between two passes of a job': readJob,
  'Change the status of a job': ['didSetJobStatus', 'job', 'status'],
  'Change the status of a job, by id': ['didSetJobStatus', 'job', 'status'],
  'Change a job': ['didUpdateJob', 'job'],
  'Change type or iteration of a job': ['didUpdateJob', 'job'],
  'Merge jobs into one': ['didMergeJobs', 'jobs'],
  'Ask again what failed': ['didRetryFailed', 'job'],
  'All sources': readSources,
  'Services that a source can be bound to by name': readSources,
  'How the sources file was read': readSources,
  'One source': readSource,
  'What the sources file says of a source': readSource,
  'What a source is worth': readSource,
  'Try a source': ['didTestSource', 'source'],
  'Try a source that is not in the sources file yet': ['didTrySource'],
  'Write a source into the sources file': ['didChangeSource', 'source'],
  'Pause a source': ['didPauseSource', 'source'],
  'Resume a source': ['didResumeSource', 'source'],
  "End the waiting for a source's quota": ['didEndWaiting', 'source'],
  "Search for a face at the operator's provider search4faces": searchFace,
  "Search for a face at the operator's provider external-search": searchFace,
  'Stored faces that are like those on a picture': searchFace,
  'One profile': readProfile,
  'What changed about a number, newest first': readProfile,
  'Numbers on which the same face may be, most alike first': readProfile,
  'Say whether the faces of two numbers are of one person, or take it back': ['didJudgeFace', 'phone'],
  // So a profile is shown, too: whoever looks at one exports nothing.
  'A profile with what each source says': readProfile,
  'The untouched observations': readProfile,
  'Search profiles': ['didSearchProfiles'],
  'How many of the profiles that a search finds have which values, the 20 most common of each field': [
    'didSearchProfiles',
  ],
  'Where the profiles are that a search finds: their countries and cities, with where these lie': ['didSearchProfiles'],
  'Profiles of these phones: merged, or of one source': readProfiles,
  'Profiles of these phones': readProfiles,
  'Profiles with these pictures': readProfiles,
  'Up to 1000 profiles': ['didExportProfiles'],
  'All profiles of a filter, as jsonl (with all that they were computed from), csv, xlsx, FollowTheMoney, STIX 2.1 or a MISP event':
    ['didExportProfiles'],
  'Import profiles: all of the file or none': ['didImportProfiles'],
  'The first rows of a file that is to be imported, and what is wrong with them': ['didPreviewImport'],
  'The own saved searches': ['didReadSavedSearches'],
  'Save a search': ['didSaveSearch', 'name'],
  'Rename or change an own saved search, or bring back a deleted one under its id': ['didSaveSearch', 'name'],
  'Delete an own saved search': ['didDeleteSearch'],
  'Phones of a job without profile': ['didExportRemainder', 'job'],
  'Delete a profile': ['didDeleteProfile', 'phone'],
  'Delete a profile (as the specification has it)': ['didDeleteProfile', 'phone'],
  'Ask all sources about one number now': ['didRefreshProfile', 'phone'],
  'Phones and profiles by country': ['didReadCountries'],
  'Remove pictures that no profile refers to': ['didClearImages'],
  "Agree to the operator's notice about face search": ['didAcceptNotice'],
  'The numbers that no source is asked about': ['didReadListed'],
  'Have no source asked about these numbers': ['didListNumbers'],
  'Take an entry off the do-not-look-up list': ['didUnlistNumber', 'name'],
  'Erase a number everywhere': ['didErase', 'phone'],
  'Everything that is known of a number': ['didAccess', 'phone'],
  'How long things are kept, what the next daily run would remove, and what the last ones did': ['didReadRetention'],
  'Set how long things are kept': ['didSetRetention'],
  'All webhooks': ['didReadWebhooks'],
  'What was sent to a webhook, is to be sent, or was given up, newest first': ['didReadDeliveries', 'webhook'],
  'Make a webhook': ['didCreateWebhook', 'webhook'],
  'Change a webhook': ['didUpdateWebhook', 'webhook'],
  'Delete a webhook with its deliveries': ['didDeleteWebhook', 'webhook'],
  'Send a webhook an event of trial, and say how that ended': ['didTestWebhook', 'webhook'],
  'Send a delivery that was given up again': ['didReplayWebhook', 'webhook'],
  'Send all deliveries of a webhook that were given up again': ['didReplayWebhook', 'webhook'],
  'Search the audit trail': readAudit,
  'One entry of the audit trail, and where it stands in the chain': readAudit,
  'The last checkpoint and the last check of the audit chain, and what its retention removes next': readAudit,
  'Export the audit trail as csv or json': ['didExportAudit'],
  'Check the audit chain against its hashes and its signed checkpoints': ['didCheckChain'],
  'Whether all is ready': readHealth,
  'How each service is': readHealth,
  'How one service is': readHealth,
  'Follow events as they happen, or from behind Last-Event-ID on (server-sent events)': ['didFollowEvents'],
  'Listen to what changes': ['didFollowEvents'],
};
