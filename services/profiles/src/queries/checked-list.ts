import { apiError, type CallName, limits, messages, requiredParameter } from '@numscope/contracts';

/**
 * A list that a caller sent, neither left out, nor empty, nor over-long; repeats dropped.
 * @throws ApiError REQUIRED_PARAMETER, CRITERIA_REQUIRED, CRITERIA_TOO_MANY
 */
export function checkedList(list: readonly string[] | null | undefined, call: CallName): string[] {
  if (list === null || list === undefined) throw requiredParameter('requestBody', call);
  if (list.length === 0) throw apiError('CRITERIA_REQUIRED');
  if (list.length > limits.listItems)
    throw apiError('CRITERIA_TOO_MANY', {
      message: messages.criteriaTooMany(limits.listItems),
      details: { items: list.length },
    });
  return [...new Set(list)];
}
