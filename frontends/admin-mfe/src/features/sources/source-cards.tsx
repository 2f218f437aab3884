import type { SourceInfo } from '@numscope/contracts';
import { formatPercent } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import { SourceActions, type SourceActionsProps } from './source-actions.tsx';
import { LastHour, Quota, SourceName, SourceStanding } from './source-cells.tsx';
import { hitRate } from './source-facts.ts';
import { SourceWorth } from './source-worth.tsx';
import { SourceTest } from './source-test.tsx';

interface CardsProps extends Pick<SourceActionsProps, 'tests' | 'pausing'> {
  sources: readonly SourceInfo[];
  onHow: (name: string) => void;
}

/** The sources on a narrow screen. */
export function SourceCards({ sources, tests, pausing, onHow }: CardsProps) {
  return (
    <ul className="ns-cards" aria-label={texts('sources')}>
      {sources.map((source) => {
        const result = tests.results.get(source.name);
        const rate = hitRate(source);
        return (
          <li key={source.name} className="ad-source-card">
            <div className="ns-row">
              <SourceName source={source} />
              <span className="ns-grow" />
              {source.configured ? (
                <SourceActions source={source} tests={tests} pausing={pausing} />
              ) : (
                <button type="button" className="ns-link" onClick={() => onHow(source.name)}>
                  {texts('howToConfigure')}
                  <span className="ns-sr"> {source.name}</span>
                </button>
              )}
            </div>
            <SourceStanding source={source} />
            {source.configured ? (
              <>
                <Quota source={source} />
                <LastHour source={source} />
                <SourceWorth name={source.name} shown={texts('worth')} />
                {rate === null ? null : (
                  <span className="ns-sm ns-t2 ns-num">
                    {texts('hitRate')} {formatPercent(rate)}
                  </span>
                )}
              </>
            ) : null}
            {result === undefined ? null : <SourceTest source={source} result={result} tests={tests} />}
          </li>
        );
      })}
    </ul>
  );
}
