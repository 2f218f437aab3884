import './preflight-view.css';
import { Skeleton } from '@numscope/ui';
import { texts } from '../../texts/opened.ts';

/** While a preflight is being made; of a million numbers it takes some seconds. */
export const PreflightWaiting = () => (
  <div aria-busy="true">
    <output className="ns-sm ns-t3 jb-waiting">{texts('loadingPreflight')}</output>
    <Skeleton rows={8} />
  </div>
);
