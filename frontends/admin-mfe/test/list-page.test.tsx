import { describe, expect, it } from '@jest/globals';
import { wordsOf } from '../../../packages/ui/test/markup.ts';
import { ListPage } from '../src/components/list-page.tsx';

const OLD = 'This could not be loaded again, so what is shown may be old. It is away.';

const said = (changes: { data?: string[]; error?: Error; panel?: string }): string => {
  const { data, error = null, panel } = changes;
  return wordsOf(
    <ListPage<string[]>
      title="Users"
      failed="No users"
      query={{ data, error, isPlaceholderData: false, refetch: () => undefined }}
      isEmpty={(rows) => rows.length === 0}
      empty="Nobody"
      panel={panel}
    >
      {(rows) => rows.join()}
    </ListPage>,
  );
};

describe('a list that could not be loaded again', () => {
  const error = new Error('It is away');

  it.each([undefined, 'One of them'])('keeps its rows, and says that they may be old, with the panel %s', (panel) => {
    const words = said({ data: ['ann'], error, ...(panel === undefined ? {} : { panel }) });
    expect(words).toContain(OLD);
    expect(words).toContain('ann');
  });

  it('says so where it was empty', () => {
    expect(said({ data: [], error })).toMatch(new RegExp(`${OLD}\nRetry\nNobody`));
  });

  it('says nothing of that where it is as it was loaded, or was never loaded', () => {
    expect(said({ data: ['ann'] })).not.toContain('may be old');
    expect(said({ error })).toMatch(/No users\nIt is away\.\nRetry$/);
  });
});
