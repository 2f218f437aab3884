import { networkName, type ProfileDetail } from '@numscope/contracts';
import { CopyButton, ProvenanceChip } from '@numscope/ui';
import { entriesOf } from '../../domain/provenance.ts';
import { texts } from '../../texts/texts.ts';
import { accountRows } from './account-rows.ts';
import { otherItems } from './other-items.ts';
import { ValuesCard, type ValueRow } from './values-card.tsx';

type Target = ProfileDetail['target'];

/** The networks the person is on, by their accounts, what is said of the account in a messenger, and the person's sites. */
export function NetworksCard({ profile }: { profile: Target }) {
  const rows: ValueRow[] = [...Map.groupBy(profile.socialNetworks, ({ socialNetwork }) => socialNetwork)].map(
    ([network, accounts]) => ({
      key: network,
      value: (
        <>
          <span className="ns-sm ns-t3 rp-key">{networkName(network)}</span>
          <span className="ns-clip" title={accounts.map(({ id }) => id).join('\n')}>
            {accounts.map(({ id }) => id).join(', ')}
          </span>
        </>
      ),
      chip: <ProvenanceChip entries={accounts.flatMap((account) => entriesOf(profile, 'socialNetworks', account))} />,
    }),
  );
  const sites: ValueRow[] = profile.sites.map((site) => ({
    key: `site ${site}`,
    value: (
      <>
        <span className="ns-sm ns-t3 rp-key">{texts('site')}</span>
        <span className="ns-clip" title={site}>
          {site}
        </span>
      </>
    ),
    chip: <ProvenanceChip entries={entriesOf(profile, 'sites', site)} />,
  }));
  const account = accountRows(profile).map(({ label, text, entries }): ValueRow => ({
    key: `account ${label}`,
    value: (
      <>
        <span className="ns-sm ns-t3 rp-key">{label}</span>
        <span className="ns-clip" title={text}>
          {text}
        </span>
      </>
    ),
    chip: <ProvenanceChip entries={entries} />,
  }));
  return <ValuesCard id="networks" rows={[...rows, ...account, ...sites]} short={5} />;
}

const itemWords = (item: Record<string, unknown>): string =>
  Object.entries(item)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([key, value]) => `${key}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join('\n');

/** Every account's id, to be copied; with what DEEPWEB knows of its networks. */
export function SocialIdsCard({ detail: { target, sources } }: { detail: ProfileDetail }) {
  const rows: ValueRow[] = target.socialNetworks.map((account) => ({
    key: `${account.socialNetwork} ${account.id}`,
    value: (
      <>
        <span className="ns-mono ns-sm ns-clip" title={account.id}>
          {account.id}
        </span>
        <span className="ns-tag">{account.socialNetwork}</span>
        <CopyButton text={account.id} />
      </>
    ),
    chip: <ProvenanceChip entries={entriesOf(target, 'socialNetworks', account)} />,
  }));
  const others: ValueRow[] = otherItems(sources).map(({ source, network, place, item }) => ({
    key: `${source.lmSource} ${network} ${place}`,
    value: (
      <span className="ns-clip" title={itemWords(item)}>
        {typeof item['socialNetworkId'] === 'string' ? item['socialNetworkId'] : networkName(network)}
        <span className="ns-t3 ns-sm"> {texts('otherIn', { network: networkName(network) })}</span>
      </span>
    ),
    chip: (
      <ProvenanceChip
        entries={[
          { source: source.lmSource, at: source.at, observedAt: source.observedAt, cached: source.cached, value: item },
        ]}
      />
    ),
  }));
  return <ValuesCard id="social-ids" rows={[...rows, ...others]} />;
}
