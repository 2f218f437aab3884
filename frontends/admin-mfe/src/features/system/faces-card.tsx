import './system-cards.css';
import type { FacesState } from '@numscope/contracts';
import { formatCount, formatDecimal, formatPercent, Mark, NotLoaded, Progress, StaleNote, useCall } from '@numscope/ui';
import { IconAlertTriangle, IconCircleCheck, IconHourglass, IconPlugOff } from '@tabler/icons-react';
import { Fact } from '../../components/fact.tsx';
import { texts } from '../../texts/texts.ts';
import { EVERY } from './every.ts';

/** How far the pictures were looked at for faces, and by which model. */
export function FacesCard() {
  const query = useCall('facesState', {}, { every: EVERY, quiet: true });
  const { data } = query;
  return (
    <section className="ns-card ad-faces" aria-label={texts('faces')}>
      <div className="ns-card-head">
        <h2>{texts('faces')}</h2>
        <span className="ns-sm ns-t3 ns-num">
          {data?.enabled === true ? texts('facesCount', { count: data.faces }) : null}
        </span>
        <span className="ns-grow" />
        {data === undefined ? null : (
          <Mark
            pill
            kind={{
              icon: data.enabled ? IconCircleCheck : IconPlugOff,
              tone: data.enabled ? 'good' : 'quiet',
              word: 'done',
            }}
          >
            {texts(data.enabled ? 'facesOn' : 'facesOffWord')}
          </Mark>
        )}
      </div>
      <StaleNote query={query} />
      <div className="ns-card-body ad-system-body">
        {data === undefined ? (
          <NotLoaded query={query} title={texts('facesFailed')} rows={3} />
        ) : data.enabled ? (
          <State faces={data} />
        ) : (
          <p className="ns-sm ns-t2">{texts('facesOffHint')}</p>
        )}
      </div>
    </section>
  );
}

function State({ faces: { pictures, model, ...asks } }: { faces: FacesState }) {
  const { looked, waiting, failed } = pictures;
  const total = looked + waiting + failed;
  const done = looked + failed;
  return (
    <div className="ad-faces-state">
      <div className="ad-system-body">
        <div className="ns-tiles">
          <div>
            <Mark kind={{ icon: IconCircleCheck, tone: 'good', word: 'done' }}>{texts('facesLooked')}</Mark>
            <strong>{formatCount(looked)}</strong>
          </div>
          <div>
            <Mark kind={{ icon: IconHourglass, tone: 'neutral', word: 'pending' }}>{texts('facesWaiting')}</Mark>
            <strong>{formatCount(waiting)}</strong>
          </div>
          <div>
            <Mark kind={{ icon: IconAlertTriangle, tone: failed === 0 ? 'quiet' : 'bad', word: 'failed' }}>
              {texts('facesFailedPictures')}
            </Mark>
            <strong>{formatCount(failed)}</strong>
          </div>
        </div>
        {waiting === 0 ? null : (
          <Progress value={done} total={total} label={texts('facesProgress', { done: formatCount(done), total })} />
        )}
      </div>
      <dl className="ad-facts ad-system-facts ns-num">
        {model === null ? null : <Model model={model} />}
        <Fact name={texts('facesSearches')}>
          {texts('facesSearchesSaid', { count: formatCount(asks.searchesPerHour) })}
        </Fact>
        <Fact name={texts('facesPurpose')}>
          {texts(asks.purposeRequired ? 'facesPurposeAsked' : 'facesPurposeFree')}
        </Fact>
      </dl>
    </div>
  );
}

const Model = ({ model: { id, threshold, errors } }: { model: NonNullable<FacesState['model']> }) => (
  <>
    <Fact name={texts('facesModel')}>{id}</Fact>
    <Fact name={texts('facesThreshold')}>{formatDecimal(threshold, 2)}</Fact>
    <Fact name={texts('facesErrors')}>
      {texts('facesErrorsSaid', {
        pairs: errors.pairs,
        wrong: formatPercent(errors.falseMatch * 100),
        missed: formatPercent(errors.falseNonMatch * 100),
      })}
    </Fact>
    <Fact name={texts('facesSource')}>{errors.source}</Fact>
  </>
);
