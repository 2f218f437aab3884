// Tokens count or not by whether they were issued after the last end of their user's sessions. So a login and a change
// of one user stand in one order, which their moments tell, even where a clock has been ahead and has gone back.

/** When a login is noted, in milliseconds: now, or just after what was told of the user last and after `after`. */
export const loginMoment = (changedAt: number, after: number): number => Math.max(Date.now(), changedAt + 1, after + 1);

/** When a change is dated that ends sessions: now, or as of the last login, so that its token is among them. */
export const changeMoment = (lastLogin: number | null): number => Math.max(Date.now(), lastLogin ?? 0);
