import type { SocketMessage } from '@numscope/contracts';
import { callApi, deselectRows, isPassing, selectedRows } from '@numscope/ui';
import { AfterNews } from './after-news.ts';

const LIST = 'profiles';

/** Takes profiles that are gone out of what is selected: those that the server names, and of the others it is asked. */
export class DeselectGone {
  readonly #asking = new AfterNews(() => void this.#ask());

  hear(message: SocketMessage): void {
    if (message.type === 'profile.updated' && message.data.isGone === true) deselectRows(LIST, [message.data.phone]);
    if (message.type === 'profiles.updated' && message.data.areGone === true) this.missed();
  }

  /** More may be gone than was heard of. */
  missed(): void {
    if (selectedRows(LIST).length > 0) this.#asking.want();
  }

  async #ask(): Promise<void> {
    const phones = selectedRows(LIST);
    if (phones.length === 0) return;
    try {
      const profiles = await callApi('profilesByPhoneList', { body: { phones } }, { quiet: true });
      const there = new Set(profiles.map(({ phone }) => phone));
      deselectRows(
        LIST,
        phones.filter((phone) => !there.has(phone)),
      );
    } catch (error) {
      if (isPassing(error)) this.#asking.want();
    }
  }
}
