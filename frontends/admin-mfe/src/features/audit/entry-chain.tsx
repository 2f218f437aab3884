import type { AuditEntry, EntryInChain } from '@numscope/contracts';
import { CopyButton, formatMoment, Mark } from '@numscope/ui';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { Fact } from '../../components/fact.tsx';
import { texts } from '../../texts/texts.ts';
import { EntryLink } from './entry-link.tsx';

const Neighbour = ({ entry }: { entry: AuditEntry | null }) =>
  entry === null ? <span className="ns-t3">{texts('noNeighbour')}</span> : <EntryLink entry={entry} />;

/** Where an entry stands in the chain: its hash, the one before, its neighbours and who vouches for it. */
export function EntryChain({ chain }: { chain: EntryInChain }) {
  const { seq, hash, previousHash, fits, before, after, checkpoint } = chain;
  return (
    <section className="ns-sect">
      <div className="ns-sect-head">
        <h2>{texts('inChain')}</h2>
        <CopyButton text={hash} label={texts('copyHash')} />
      </div>
      <output className="ad-chain-fit">
        <Mark kind={{ icon: fits ? IconShieldCheck : IconShieldX, tone: fits ? 'good' : 'bad', word: 'done' }}>
          {texts(fits ? 'chainFits' : 'chainUnfit')}
        </Mark>
      </output>
      <dl className="ad-facts ns-num">
        <Fact name={texts('chainPlace')}>{seq}</Fact>
        <Fact name={texts('chainHash')} mono>
          {hash}
        </Fact>
        <Fact name={texts('chainHashBefore')} mono>
          {previousHash ?? texts('chainHashGone')}
        </Fact>
        <Fact name={texts('entryBefore')}>
          <Neighbour entry={before} />
        </Fact>
        <Fact name={texts('entryAfter')}>
          <Neighbour entry={after} />
        </Fact>
      </dl>
      <p className="ns-t2">
        {checkpoint === null
          ? texts('chainUnvouched')
          : texts('chainVouched', { number: checkpoint.number, time: formatMoment(checkpoint.at) })}
      </p>
    </section>
  );
}
