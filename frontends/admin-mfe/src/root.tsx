import './styles/common.css';
import type { PathOf } from '@numscope/contracts';
import { matchPath, withoutEndSlashes } from '@numscope/contracts/constants';
import { Skeleton, useLocation, lazyPart, PartFallback } from '@numscope/ui';

const AuditPage = lazyPart(() => import('./features/audit/audit-page.tsx'));
const UsersPage = lazyPart(() => import('./features/users/users-page.tsx'));
const SourcesPage = lazyPart(() => import('./features/sources/sources-page.tsx'));
const KeysPage = lazyPart(() => import('./features/keys/keys-page.tsx'));
const SessionsPage = lazyPart(() => import('./features/sessions/sessions-page.tsx'));
const SystemPage = lazyPart(() => import('./features/system/system-page.tsx'));

const PrivacyPage = lazyPart(() => import('./features/privacy/privacy-page.tsx'));
const WebhooksPage = lazyPart(() => import('./features/webhooks/webhooks-page.tsx'));
const SourcePage = lazyPart(() => import('./features/source/source-page.tsx'));

const screens: Record<Exclude<PathOf<'admin_mfe'>, '/ext/sources/{name}'>, typeof AuditPage> = {
  '/ext/audit': AuditPage,
  '/int/audit': AuditPage,
  '/ext/users': UsersPage,
  '/ext/sources': SourcesPage,
  '/ext/privacy': PrivacyPage,
  '/ext/webhooks': WebhooksPage,
  '/ext/system': SystemPage,
  '/ext/keys': KeysPage,
  '/int/keys': KeysPage,
  '/ext/sessions': SessionsPage,
  '/int/sessions': SessionsPage,
};

const isScreen = (path: string): path is keyof typeof screens => Object.hasOwn(screens, path);

/** Which screen of this remote a path shows; each loads when first opened. */
export function Root() {
  const { pathname } = useLocation();
  const path = withoutEndSlashes(pathname);
  const name = matchPath('/ext/sources/{name}', pathname)?.['name'];
  if (name !== undefined)
    return (
      <PartFallback show={<Skeleton rows={12} />}>
        <SourcePage key={name} name={name} />
      </PartFallback>
    );
  const Screen = isScreen(path) ? screens[path] : null;
  return Screen === null ? null : <Screen />;
}
