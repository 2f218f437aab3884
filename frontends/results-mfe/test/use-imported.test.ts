import { expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { callKey } from '@numscope/ui';
import { noteImported } from '@numscope/ui/imports/imported.ts';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { runHook } from '../../../packages/ui/test/run-hook.ts';
import { useImported } from '../src/features/results/use-imported.ts';

it('what was found is loaded anew once profiles are imported, also while another screen is looked at', () => {
  fakeBrowser();
  const client = new QueryClient();
  const found = callKey('searchProfiles', { body: {} });
  client.setQueryData(found, []);
  const isOld = (): boolean | undefined => client.getQueryState(found)?.isInvalidated;
  runHook(useImported, {}, (hooked) => createElement(QueryClientProvider, { client }, hooked)).end();
  expect(isOld()).toBe(false);
  noteImported();
  expect(isOld()).toBe(true);
});
