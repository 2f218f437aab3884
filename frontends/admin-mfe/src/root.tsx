import './styles/common.css';
import type { PathOf } from '@numscope/contracts';
import { useLocation } from '@numscope/ui';
import { lazy, Suspense } from 'react';

const AuditPage = lazy(() => import('./features/audit/audit-page.tsx'));
const UsersPage = lazy(() => import('./features/users/users-page.tsx'));
const SourcesPage = lazy(() => import('./features/sources/sources-page.tsx'));
const SystemPage = lazy(() => import('./features/system/system-page.tsx'));

const screens: Record<PathOf<'admin_mfe'>, typeof AuditPage> = {
  '/ext/audit': AuditPage,
  '/int/audit': AuditPage,
  '/ext/users': UsersPage,
  '/ext/sources': SourcesPage,
  '/ext/system': SystemPage,
};

const isScreen = (path: string): path is keyof typeof screens => Object.hasOwn(screens, path);

/** Which screen of this remote a path shows; each loads when first opened. */
export function Root() {
  const { pathname } = useLocation();
  const path = pathname.replace(/\/+$/, '');
  const Screen = isScreen(path) ? screens[path] : null;
  return <Suspense fallback={null}>{Screen === null ? null : <Screen />}</Suspense>;
}
