import { expect, it } from '@jest/globals';
import { wordsOf } from '../../../packages/ui/test/markup.ts';
import type { SourcePreset } from '@numscope/contracts';
import { SourceForm } from '../src/features/source/source-form.tsx';

const preset = (name: string, connector: string): SourcePreset => ({
  name,
  title: `The preset ${name}`,
  connector,
  needs: [],
  documentation: [],
  triedLive: null,
  own: `preset: ${name}\n`,
});
const presets = [preset('customer-list', 'dataset'), preset('numverify', 'http')];
const wordsFor = (text: string): string =>
  wordsOf(<SourceForm text={text} presets={presets} disabled={false} isNew={false} onChange={() => undefined} />);

it('a source whose preset is of another connector than HTTP is edited as text, as one that names such a connector', () => {
  const alone = 'A source of the connector dataset is edited as text, below.';
  expect(wordsFor('CLIENTS:\n  connector: dataset\n  file: clients.csv\n')).toBe(alone);
  expect(wordsFor('CLIENTS:\n  preset: customer-list\n  file: clients.csv\n')).toBe(alone);
  expect(wordsFor('NUMVERIFY:\n  preset: numverify\n')).toContain('The preset numverify');
});
