import { useLocation } from '@numscope/ui';
import { lazy, Suspense } from 'react';

const AuditPage = lazy(() => import('./features/audit/audit-page.tsx'));
const UsersPage = lazy(() => import('./features/users/users-page.tsx'));
const SourcesPage = lazy(() => import('./features/sources/sources-page.tsx'));
const SystemPage = lazy(() => import('./features/system/system-page.tsx'));

const screens: Record<string, typeof AuditPage> = {
  '/ext/audit': AuditPage,
  '/int/audit': AuditPage,
  '/ext/users': UsersPage,
  '/ext/sources': SourcesPage,
  '/ext/system': SystemPage,
};

/** Which screen of this remote a path shows; each loads when first opened. */
export function Root() {
  const { pathname } = useLocation();
  const Screen = screens[pathname.replace(/\/+$/, '')];
  return <Suspense fallback={null}>{Screen === undefined ? null : <Screen />}</Suspense>;
}
