import { notify, useRealtime } from '@numscope/ui';

/** Shows what the server has to say to everybody. */
export function useServerMessages(): void {
  useRealtime((message) => {
    if (message.type === 'notification') notify(message.data.level, message.data.message, message.data.title);
    if (message.type === 'system') notify('general', message.data.message);
  });
}
