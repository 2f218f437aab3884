import * as z from 'zod';

/** An advisory of `pnpm audit --json`, as far as it counts here. */
const Advisory = z.object({
  github_advisory_id: z.string(),
  module_name: z.string(),
  severity: z.string(),
  title: z.string(),
  url: z.string(),
});
export const Report = z.object({ advisories: z.record(z.string(), Advisory) });
export type Report = z.infer<typeof Report>;

/** An advisory that is let be: why, and until which day (2026-12-31) somebody stands by that. */
export const Accepted = z.array(
  z.strictObject({
    id: z.string().regex(/^GHSA(-[\w]{4}){3}$/),
    package: z.string().min(1),
    reason: z.string().min(20),
    until: z.iso.date(),
  }),
);
export type Accepted = z.infer<typeof Accepted>;

/**
 * What is wrong, in words: an advisory that nobody accepted, and an acceptance that is over or that nothing asks for any
 * more.
 * @param today as 2026-12-31
 */
export function faultsOf({ advisories }: Report, accepted: Accepted, today: string): string[] {
  const found = Object.values(advisories);
  const covers = (one: Accepted[number], id: string, name: string): boolean =>
    one.id === id && one.package === name && one.until >= today;
  const open = found.filter(
    ({ github_advisory_id: id, module_name: name }) => !accepted.some((one) => covers(one, id, name)),
  );
  const needless = accepted.filter(
    (one) => !found.some(({ github_advisory_id: id, module_name: name }) => id === one.id && name === one.package),
  );
  return [
    ...open.map(
      ({ github_advisory_id: id, module_name: name, severity, title, url }) =>
        `${name}: ${severity}: ${title} (${id}, ${url})`,
    ),
    ...needless.map(
      (one) => `infra/accepted-advisories.json: ${one.id} of ${one.package} is no longer told of: take it out`,
    ),
  ];
}
