import { type Me, Module, Role } from '@numscope/contracts';
import type { Identity } from '@numscope/platform';

/** The caller as its token says. What it says is so: a change of rights ends the token. */
export const presentMe = ({ userName, roles, modules, expiresAt }: Identity): Me => ({
  userName,
  roles: roles.flatMap((role) => Role.safeParse(role).data ?? []),
  modules: modules.flatMap((module) => Module.safeParse(module).data ?? []),
  expiresAt,
});
