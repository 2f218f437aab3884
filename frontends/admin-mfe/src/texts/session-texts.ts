/** Texts of the own logins. */
export const sessionTexts = {
  sessions: 'Sessions',
  sessionsCount: '{count, plural, one {# session} other {# sessions}}',
  sessionsFailed: 'The sessions could not be loaded',
  sessionAgent: 'Signed in with',
  sessionUnknown: 'Unknown',
  sessionCurrent: 'this one',
  sessionFrom: 'From',
  sessionSince: 'Since',
  sessionUntil: 'Until',
  sessionEnd: 'End the session from {address}',
  sessionEndQuestion: 'Are you sure to end this session',
  sessionEndAction: 'End the session',
  sessionEndKeep: 'Keep the session',
  sessionEndHint: 'Whoever uses it is signed out within a second. API keys go on.',
  sessionEnded: 'The session from {address} is ended',
} as const;
