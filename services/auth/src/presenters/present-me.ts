import { type Me, modules as allModules, roles as allRoles } from '@numscope/contracts';
import type { Identity } from '@numscope/platform';

/** The caller as its token says. What it says is so: a change of rights ends the token. */
export const presentMe = ({ userName, roles, modules, expiresAt }: Identity): Me => ({
  userName,
  roles: allRoles.filter((role) => roles.includes(role)),
  modules: allModules.filter((module) => modules.includes(module)),
  expiresAt,
});
