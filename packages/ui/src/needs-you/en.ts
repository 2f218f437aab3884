/** The texts of what needs an administrator: apart, because few screens show it. */
export const english = {
  needsYou: 'Needs you',
  needsUnknown: 'What needs you could not be loaded.',
  needsSource:
    'No source is bound yet: of a number only its country and network are known. To try it first with made-up people, start Numscope with SANDBOX=true.',
  needsBind: 'Bind a source',
  needsRefused: '{source} refuses us and is not asked any more',
  needsUnusable: '{source} is paused because its answers could not be used',
  needsLook: 'Look at {source}',
  needsQuota: '{source} has used up its quota. What it is to be asked waits until {time}',
  needsGoOn: 'Go on without {source}',
  needsFailed: '{count, plural, one {# number} other {# numbers}} of job {job} failed',
  needsRetry: 'Retry job {job}',
  needsOtherFailed:
    'In {jobs, plural, one {# more job} other {# more jobs}} {count, plural, one {# number} other {# numbers}} failed',
  needsDisk: 'Only {free} of {total} are free on the disk',
  needsRoom: 'Make room',
  needsMore: 'and {count} more',
  needsUnheard: 'Not every part of the installation answered, so there may be more.',
} as const;
