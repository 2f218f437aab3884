import type { MovingService } from '@numscope/adapters/moving-up';
import { movingAudit } from '@numscope/audit/store/move-up';
import { movingAuth } from '@numscope/auth/store/move-up';
import type { ServiceName } from '@numscope/contracts';
import { movingImages } from '@numscope/images/store/move-up';
import { movingJobs } from '@numscope/jobs/store/move-up';
import { movingProfiles } from '@numscope/profiles/store/move-up';
import { movingSources } from '@numscope/sources/store/move-up';
import { movingUsers } from '@numscope/users/store/move-up';

/** In the order in which they move: whoever can log in comes last, because nobody is to find half of it. */
export const movingServices: ReadonlyArray<readonly [ServiceName, MovingService]> = [
  ['audit', movingAudit],
  ['images', movingImages],
  ['sources', movingSources],
  ['profiles', movingProfiles],
  ['jobs', movingJobs],
  ['auth', movingAuth],
  ['users', movingUsers],
];
