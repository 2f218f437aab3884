import { ErrorState, StaleNote, useCall } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';

/** Milliseconds between refreshes while the page is open. */
export const EVERY = 15_000;

/**
 * What is wrong with the sources file, or could be better.
 * @param listFailed the list of sources says already that the server does not answer
 */
export function SourcesFile({ listFailed }: { listFailed: boolean }) {
  const query = useCall('sourcesFile', {}, { quiet: true, every: EVERY });
  const { data, error, refetch } = query;
  if (data === undefined)
    return error === null || listFailed ? null : (
      <ErrorState error={error} title={texts('fileFailed')} onRetry={() => void refetch()} />
    );
  const { name, faults, warnings } = data;
  return (
    <>
      {listFailed ? null : <StaleNote query={query} />}
      {faults.length === 0 ? null : (
        <div role="alert" className="ad-faults">
          <p>{texts('fileFaults', { name })}</p>
          <ul>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </div>
      )}
      {warnings.length === 0 ? null : (
        <details className="ad-faults">
          <summary>{texts('fileWarnings', { name, count: warnings.length })}</summary>
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
