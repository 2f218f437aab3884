import { matchPath } from './text/match-path.ts';
import type { Module } from './schemas/vocabulary.ts';

/** The separately built parts of the console that the shell mounts, by their names as federation containers. */
export const remoteNames = ['jobs_mfe', 'results_mfe', 'admin_mfe'] as const;
export type RemoteName = (typeof remoteNames)[number];

/**
 * The folder of each below `frontends/`, what a person reads when it is missing or crashed, and which calls it begins with: the
 * first ones, which are there, or also the later ones, whose schemas are loaded beside it.
 */
export const remotes = {
  jobs_mfe: { folder: 'jobs-mfe', title: 'Jobs', calls: 'first' },
  results_mfe: { folder: 'results-mfe', title: 'Results', calls: 'later' },
  admin_mfe: { folder: 'admin-mfe', title: 'Administration', calls: 'later' },
} as const satisfies Record<RemoteName, { folder: string; title: string; calls: 'first' | 'later' }>;

/** The folders of all parts; the gateway serves each below `/assets/`. */
export const consoleParts = ['shell', ...remoteNames.map((name) => remotes[name].folder)] as const;

/** The steps in which a page of the console appears, `later` of them where its remote begins with later calls; for a remote the one of its own. */
export const preloadSteps = ['boot', 'login', 'console', 'later', 'remote'] as const;
/** Beside the files of each part: which of them a step needs, as its build found them. */
export const PRELOADS_FILE = 'preloads.json';

/** A screen below the login. */
export interface Screen {
  /** `{name}` is one segment. Of several that match the first counts. */
  path: string;
  remote: RemoteName;
  /** For administrators alone; those of the search dashboard are open, as the specification has it. */
  guarded: boolean;
  module?: Module;
  /** The key of its name among the shell's texts. */
  title:
    | 'jobs'
    | 'searchDashboard'
    | 'results'
    | 'auditTrail'
    | 'userManagement'
    | 'sources'
    | 'privacy'
    | 'webhooks'
    | 'system'
    | 'apiKeys'
    | 'sessions';
  /** Where it is offered: in the bar, in the person's own menu, or by the palette alone, which offers all of them. */
  menu?: 'main' | 'personal' | 'palette';
  /** The entry of a menu that is marked while it is open. */
  within?: string;
}

const table = [
  { path: '/ext', remote: 'jobs_mfe', guarded: true, module: 'Profiler', title: 'jobs', menu: 'main' },
  { path: '/ext/jobs', remote: 'jobs_mfe', guarded: true, module: 'Profiler', title: 'jobs', within: '/ext' },
  { path: '/ext/job/{id}', remote: 'jobs_mfe', guarded: true, module: 'Profiler', title: 'jobs', within: '/ext' },
  {
    path: '/ext/results',
    remote: 'results_mfe',
    guarded: true,
    module: 'Profiler',
    title: 'results',
    menu: 'palette',
    within: '/ext',
  },
  {
    path: '/ext/results/print',
    remote: 'results_mfe',
    guarded: true,
    module: 'Profiler',
    title: 'results',
    within: '/ext',
  },
  {
    path: '/ext/results/{name}',
    remote: 'results_mfe',
    guarded: true,
    module: 'Profiler',
    title: 'results',
    within: '/ext',
  },
  { path: '/ext/audit', remote: 'admin_mfe', guarded: true, title: 'auditTrail', menu: 'personal' },
  { path: '/ext/users', remote: 'admin_mfe', guarded: true, title: 'userManagement', menu: 'personal' },
  { path: '/ext/sources', remote: 'admin_mfe', guarded: true, title: 'sources', menu: 'personal' },
  { path: '/ext/sources/{name}', remote: 'admin_mfe', guarded: true, title: 'sources', within: '/ext/sources' },
  { path: '/ext/privacy', remote: 'admin_mfe', guarded: true, title: 'privacy', menu: 'personal' },
  {
    path: '/ext/webhooks',
    remote: 'admin_mfe',
    guarded: true,
    module: 'Profiler',
    title: 'webhooks',
    menu: 'personal',
  },
  { path: '/ext/system', remote: 'admin_mfe', guarded: true, title: 'system', menu: 'personal' },
  { path: '/ext/keys', remote: 'admin_mfe', guarded: true, title: 'apiKeys', menu: 'personal' },
  { path: '/ext/sessions', remote: 'admin_mfe', guarded: true, title: 'sessions', menu: 'personal' },
  { path: '/int', remote: 'results_mfe', guarded: false, module: 'Profiler', title: 'searchDashboard', menu: 'main' },
  { path: '/int/audit', remote: 'admin_mfe', guarded: false, title: 'auditTrail', menu: 'personal' },
  { path: '/int/keys', remote: 'admin_mfe', guarded: false, title: 'apiKeys', menu: 'personal' },
  { path: '/int/sessions', remote: 'admin_mfe', guarded: false, title: 'sessions', menu: 'personal' },
] as const satisfies readonly Screen[];

/**
 * The one table of screens: the shell's routes, titles and menus, the palette and the remotes' own screens follow from
 * it.
 */
export const screens: readonly Screen[] = table;

/** The screen of a path, whoever may open it. */
export const screenAt = (pathname: string): Screen | undefined =>
  screens.find(({ path }) => matchPath(path, pathname) !== null);

/** The paths that a remote has screens for. */
export type PathOf<Name extends RemoteName> = Extract<(typeof table)[number], { remote: Name }>['path'];
