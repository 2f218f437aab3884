import { messages } from '@numscope/contracts/constants';
import { homeOf, Link, useSession, translate } from '@numscope/ui';
import { IconMapOff } from '@tabler/icons-react';

/** The page of every unknown path, inside the layout. */
export function NotFound() {
  const session = useSession();
  return (
    <div className="ns-state" style={{ minHeight: '60vh' }}>
      <IconMapOff size={24} stroke={1.5} aria-hidden />
      <h1>404</h1>
      <p className="ns-t2">{translate(messages.pageNotFound)}</p>
      <div className="ns-state-actions">
        <Link to={homeOf(session)} className="ns-btn" data-kind="primary">
          {translate(messages.goHome)}
        </Link>
      </div>
    </div>
  );
}
