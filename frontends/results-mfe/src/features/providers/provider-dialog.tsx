import './provider-dialog.css';
import { type BoundProvider, limits, type ProviderMatch } from '@numscope/contracts';
import { Button, Dialog, ErrorState, formatBytes, formatDecimal, formatPercent, useAction } from '@numscope/ui';
import { type SubmitEvent, useId, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { PurposeField } from '../faces/purpose-field.tsx';
import { dataUrlOf } from './data-url-of.ts';

interface DialogProps {
  picture: File;
  providers: readonly BoundProvider[];
  purposeRequired: boolean;
  onClose: () => void;
}

/** Sends the picture that is searched by to one of the operator's providers, and shows what it says. */
export default function ProviderDialog({ picture, providers, purposeRequired, onClose }: DialogProps) {
  const [purpose, setPurpose] = useState('');
  const [tried, setTried] = useState(false);
  const [provider, setProvider] = useState(providers[0]?.provider);
  const searched = {
    search4faces: useAction('search4faces', quiet),
    'external-search': useAction('externalImageSearch', quiet),
  };
  const search = provider === undefined ? undefined : searched[provider];
  // A second press would send it, and pay for it, twice.
  const [reading, setReading] = useState(false);
  const [unreadable, setUnreadable] = useState<Error | null>(null);
  const busy = reading || (search?.isPending ?? false);
  const failure = unreadable ?? search?.error ?? null;
  const form = useId();
  const isTooLarge = picture.size > limits.personPhotoBytes;
  const isMissing = purposeRequired && purpose.trim() === '';
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (search === undefined || isMissing || isTooLarge || busy) return;
    setUnreadable(null);
    setReading(true);
    const said = purpose.trim() === '' ? {} : { purpose: purpose.trim() };
    try {
      search.mutate({ body: { image: await dataUrlOf(picture), ...said } });
    } catch (error) {
      // Gone from the disk since it was chosen.
      setUnreadable(error instanceof Error ? error : new Error(String(error)));
    } finally {
      setReading(false);
    }
  };
  const cost = providers.find((one) => one.provider === provider)?.cost ?? 0;
  return (
    // What was paid for is said only here.
    <Dialog title={texts('askProvider')} width={640} dismissable={!busy} onClose={onClose}>
      <form className="ns-form" onSubmit={(event) => void submit(event)} noValidate>
        <p className="ns-note" data-tone="warn">
          {texts('providerLeaves')}
        </p>
        {providers.length > 1 ? (
          <fieldset className="ns-field rs-providers">
            <legend className="ns-label">{texts('provider')}</legend>
            <div>
              {providers.map((one) => (
                <label key={one.provider}>
                  <input
                    type="radio"
                    name={`${form}provider`}
                    checked={provider === one.provider}
                    disabled={busy}
                    onChange={() => setProvider(one.provider)}
                  />
                  {one.provider}
                </label>
              ))}
            </div>
          </fieldset>
        ) : null}
        <PurposeField value={purpose} missing={tried && isMissing} onChange={setPurpose} />
        {isTooLarge ? (
          <p className="ns-field-error" role="alert">
            {texts('providerTooLarge', { size: formatBytes(limits.personPhotoBytes) })}
          </p>
        ) : null}
        <Button kind="primary" type="submit" busy={busy} disabled={isTooLarge}>
          {cost === 0
            ? texts('sendToProvider', { provider: provider ?? '' })
            : texts('sendToProviderFor', { provider: provider ?? '', cost: formatDecimal(cost, 2) })}
        </Button>
        <p className="ns-hint">{texts('pictureRecorded')}</p>
      </form>
      {failure === null ? null : <ErrorState error={failure} title={texts('providerFailed')} />}
      {search?.data ? <Matches {...search.data} /> : null}
    </Dialog>
  );
}

const quiet = { quiet: true };

/** What a provider said, in its own words. */
function Matches({ provider, matches }: { provider: string; matches: readonly ProviderMatch[] }) {
  if (matches.length === 0) return <output className="ns-block">{texts('providerNobody', { provider })}</output>;
  return (
    <section className="rs-provider-said" aria-label={texts('providerSays', { provider })}>
      <h3>{texts('providerSays', { provider })}</h3>
      <p className="ns-hint">{texts('providerSaysHint')}</p>
      <ul>
        {matches.map((match, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- nothing of an answer names a match, and its order stays
          <li key={place}>
            <strong>{match.name ?? texts('noName')}</strong>
            {match.similarity === null ? null : (
              <span className="ns-num">{texts('providerAlike', { value: formatPercent(match.similarity * 100) })}</span>
            )}
            {(['birthDate', 'place', 'phone', 'description'] as const).map((field) =>
              match[field] === null ? null : (
                <span key={field} className="ns-t2">
                  {match[field]}
                </span>
              ),
            )}
            {(['url', 'photo'] as const).map((field) =>
              match[field] === null ? null : (
                <a
                  key={field}
                  href={match[field]}
                  target="_blank"
                  rel="noopener noreferrer"
                  referrerPolicy="no-referrer"
                >
                  {match[field]}
                </a>
              ),
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
