import * as z from 'zod';
import { common } from '../../config/common-settings.ts';

/** Made-up people, for trials and tests. */
export const SandboxSource = z.strictObject({
  connector: z.literal('sandbox'),
  ...common,
  freshForDays: common.freshForDays.default(0),
});
export type SandboxSource = z.infer<typeof SandboxSource>;
