import './raw-answers.css';
import {
  CopyButton,
  Dialog,
  formatBytes,
  formatDecimal,
  formatUtc,
  Mark,
  NotLoaded,
  phoneStatusKinds,
  StaleNote,
  StateBlock,
  useCall,
} from '@numscope/ui';
import { texts } from '../../texts/texts.ts';

/**
 * The untouched observations: what every source answered, as it came. Reading them is recorded, so they load only when
 * opened.
 */
export default function RawAnswers({ phone, onClose }: { phone: string; onClose: () => void }) {
  const query = useCall('individualExportAsIs', { query: { phone } }, { quiet: true });
  const { data } = query;
  return (
    <Dialog
      title={
        <span className="ns-row">
          {texts('asTheyCame')}
          {data === undefined ? null : <CopyButton text={JSON.stringify(data, null, 2)} label={texts('copyAll')} />}
        </span>
      }
      width={860}
      onClose={onClose}
    >
      <p className="ns-hint">{texts('asTheyCameHint')}</p>
      <StaleNote query={query} />
      {data === undefined ? (
        <NotLoaded query={query} rows={4} />
      ) : data.length === 0 ? (
        <StateBlock kind="empty" title={texts('noAnswers')} />
      ) : (
        data.map((observation, i) => (
          <details key={observation.id} className="rp-raw" open={i === 0}>
            <summary>
              <b>{observation.source}</b>
              <Mark kind={phoneStatusKinds[observation.status]} />
              <span className="ns-grow" />
              <span className="ns-sm ns-t3 ns-num">
                {texts('trust', { value: formatDecimal(observation.trust, 2) })} · {formatUtc(observation.at)}
                {observation.cached ? `, ${texts('cached')}` : ''}
              </span>
            </summary>
            {observation.olderLeftOut === undefined ? null : (
              <p className="ns-hint">{texts('olderLeftOut', { count: observation.olderLeftOut })}</p>
            )}
            {observation.rawLeftOut === undefined ? null : (
              <p className="ns-hint">{texts('rawLeftOut', { size: formatBytes(observation.rawLeftOut) })}</p>
            )}
            <pre className="ns-mono">{JSON.stringify(observation.raw ?? observation.fields, null, 2)}</pre>
          </details>
        ))
      )}
    </Dialog>
  );
}
