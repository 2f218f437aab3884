import { describe, expect, it } from '@jest/globals';
import { wordsOnceAnswered } from '../../../packages/ui/test/failed-again.ts';
import { wordsOf } from '../../../packages/ui/test/markup.ts';
import { limits } from '@numscope/contracts';
import { callKey } from '@numscope/ui';
import { ListPage } from '../src/components/list-page.tsx';
import { ListedNumbers } from '../src/features/privacy/listed-numbers.tsx';

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

describe('an empty list', () => {
  const saysAt = (address: string, query: { page: number; text: string }, totalElements: number): string => {
    const page = { content: [], totalElements, totalPages: Math.ceil(totalElements / 5), number: query.page, size: 5 };
    const key = callKey('listedNumbers', { query: { ...query, size: limits.pageSize.listed } });
    return wordsOnceAnswered(<ListedNumbers actions={null} onAdd={() => undefined} />, [[key, page]], null, address);
  };

  it('says that there is nothing only where there is nothing', () => {
    expect(saysAt('/ext/privacy', { page: 0, text: '' }, 0)).toContain('Nothing is on the list');
    const narrowed = saysAt('/ext/privacy?text=9989', { page: 0, text: '9989' }, 0);
    expect(narrowed).toContain('Nothing on the list matches');
    expect(narrowed).toContain('Clear the filters');
    const pastTheEnd = saysAt('/ext/privacy?page=9', { page: 9, text: '' }, 3);
    expect(pastTheEnd).toContain('This page of the list is empty');
    expect(pastTheEnd).toContain('Go to the first page');
    expect(narrowed + pastTheEnd).not.toContain('Nothing is on the list');
  });
});
