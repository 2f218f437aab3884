import * as z from 'zod';
import { PhoneParam } from '../schemas/values.ts';

/** What calls about profiles have in common. */
export const profileCall = { service: 'profiles', access: 'signed-in', module: 'Profiler' } as const;
/** Those that the audit records. */
export const recordedProfileCall = { ...profileCall, audit: 'PROFILE' } as const;
export const phoneRef = z.object({ phone: PhoneParam });
