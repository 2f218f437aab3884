/** A login as it is kept, by the id of its token. Times in milliseconds. */
export interface SessionRecord {
  id: string;
  userId: string;
  userName: string;
  address: string;
  agent: string;
  /** As of when its token was issued. */
  createdAt: number;
  expiresAt: number;
}
