import type { SourceTrial } from '@numscope/contracts';
import { formatCount, Mark, phoneStatusKinds } from '@numscope/ui';
import { JsonView } from '../../components/json-view.tsx';
import { answerWords } from '../../components/answer-words.ts';
import { texts } from '../../texts/texts.ts';

/** A longer body is folded, so that what it came to stays in sight. */
const UNFOLDED_CHARS = 3000;

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** What one call to a source was made of: request, raw answer, expressions, what would be kept, cost. */
export function TrialView({ trial }: { trial: SourceTrial }) {
  const { status, kind, message, ms, cost, exchanges, expressions, fields } = trial;
  return (
    <div className="ad-trial">
      <output className="ns-row">
        <Mark kind={phoneStatusKinds[status]}>
          {kind === null ? texts(answerWords[status]) : texts(`fault${kind}`)}
        </Mark>
        {message === null ? null : <span>{message}</span>}
        <span className="ns-t3 ns-num">{texts('triedIn', { ms: formatCount(ms), cost: String(cost) })}</span>
      </output>
      {exchanges.map(({ request, answer }, at) => (
        <section key={at}>
          <h3>{texts('sentRequest')}</h3>
          <pre className="ad-pre ns-mono">
            {[
              `${request.method} ${request.url}`,
              ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
              ...(request.body === null ? [] : ['', request.body]),
            ].join('\n')}
          </pre>
          {answer === null ? (
            <p className="ns-hint">{texts('noAnswerCame')}</p>
          ) : (
            <>
              <details open={answer.body.length < UNFOLDED_CHARS}>
                <summary>{texts('rawAnswer', { status: String(answer.status) })}</summary>
                <pre className="ad-pre ns-mono">{readable(answer.body)}</pre>
              </details>
              {answer.isCut ? <p className="ns-hint">{texts('cutAnswer')}</p> : null}
            </>
          )}
        </section>
      ))}
      {expressions.length === 0 ? null : (
        <section>
          <h3>{texts('whatExpressionsGave')}</h3>
          <dl className="ad-trial-expressions">
            {expressions.map(({ name, value }, at) => (
              <div key={at}>
                <dt className="ns-mono">{name}</dt>
                <dd>
                  {value === null || value === undefined ? (
                    <span className="ns-t3">{texts('gaveNothing')}</span>
                  ) : (
                    <JsonView value={value} />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section>
        <h3>{texts('wouldBeKept')}</h3>
        {fields === null ? (
          <p className="ns-hint">{texts('nothingKept')}</p>
        ) : (
          <pre className="ad-pre ns-mono">
            <JsonView value={fields} />
          </pre>
        )}
      </section>
    </div>
  );
}
