export const KEYS = 'key:';
export const SESSIONS = 'session:';
export const IDLE = 'idle:';
export const LOGINS = 'logins:';
const ofOneThing = [KEYS, SESSIONS, IDLE] as const;
export const subjectKinds = [...ofOneThing, LOGINS] as const;

/** The name of an API key's end among those of users; no user's looks like it. */
export const keySubject = (id: string): string => `${KEYS}${id}`;

/** And the end of one login. */
export const sessionSubject = (id: string): string => `${SESSIONS}${id}`;

/** And the end of one that nobody used. */
export const idleSubject = (id: string): string => `${IDLE}${id}`;

/** And the end of all logins of a user, after which their keys go on. */
export const loginsSubject = (userName: string): string => `${LOGINS}${userName}`;

/** The user whose logins an end of that name is of; null: it is of one key or login alone. */
export function ownerOfLogins(subject: string): string | null {
  if (ofOneThing.some((kind) => subject.startsWith(kind))) return null;
  return subject.startsWith(LOGINS) ? subject.slice(LOGINS.length) : subject;
}
