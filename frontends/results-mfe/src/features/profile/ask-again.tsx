import { Button, notify, useAction } from '@numscope/ui';
import { IconRefresh } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';

/** Asks the sources about the number now; the page follows by itself when they have answered. */
export function AskAgain({ phone }: { phone: string }) {
  const ask = useAction('refreshProfile', {
    onSuccess: ({ jobNumber }) => notify('success', texts('askedAgain', { number: jobNumber }), texts('askAgain')),
  });
  return (
    <Button busy={ask.isPending} onClick={() => ask.mutate({ params: { phone } })}>
      <IconRefresh size={14} stroke={1.8} aria-hidden />
      {texts('askAgain')}
    </Button>
  );
}
