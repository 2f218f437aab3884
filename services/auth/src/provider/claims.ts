import { type Module, modules as allModules, type Role, roles as allRoles } from '@numscope/contracts';
import { isRecord } from '@numscope/contracts/is-record';
import type { ClaimRule, ProviderSettings } from '../deps.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** A claim by its very name, which may have dots, else by the path that its dots make. Only own properties count. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** What a claim says: one value, or those of a list. */
function valuesOf(claim: unknown): string[] {
  const list: unknown[] = Array.isArray(claim) ? claim : [claim];
  return list.filter(isPlain).map(String).filter(Boolean);
}

function granted<Grant extends string>(claims: Claims, rules: ReadonlyArray<ClaimRule<Grant>>): Set<Grant> {
  const grants = rules.flatMap(({ grant, claim, value }) => {
    const values = valuesOf(claimAt(claims, claim));
    return (value === null ? values.length > 0 : values.includes(value)) ? [grant] : [];
  });
  return new Set(grants);
}

/** What somebody with these claims may do here, in the order of the closed lists; no roles: nothing. */
export function rightsOf(
  claims: Claims,
  rules: Pick<ProviderSettings, 'roles' | 'modules'>,
): { roles: Role[]; modules: Module[] } {
  const roles = granted(claims, rules.roles);
  const modules = rules.modules.length === 0 ? new Set<Module>(['Profiler']) : granted(claims, rules.modules);
  return {
    roles: allRoles.filter((role) => roles.has(role)),
    modules: allModules.filter((module) => modules.has(module)),
  };
}

/** The name that somebody goes by, else the subject. */
export const nameOf = (claims: Claims, nameClaim: string, subject: string): string =>
  valuesOf(claimAt(claims, nameClaim))[0] ?? subject;
