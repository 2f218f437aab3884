import { deliveryStates } from '@numscope/contracts';
import { choiceField, pageField, textField, type ViewOf } from '@numscope/ui';

/** What of the page stands in its address. */
export const webhooksView = {
  /** The id of the webhook that is edited, or `new`. */
  edit: textField(),
  /** The id of the webhook whose panel is open. */
  open: textField(),
  /** The state of the deliveries that the panel shows. */
  state: choiceField(['all', ...deliveryStates], 'all'),
  page: pageField,
};

export type WebhooksView = ViewOf<typeof webhooksView>;
