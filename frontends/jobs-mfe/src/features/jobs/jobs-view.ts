import { jobStatuses } from '@numscope/contracts';
import { listField, numberField, textField } from '@numscope/ui';

/** What the address of the jobs screen holds. */
export const jobsView = {
  page: numberField(0),
  name: textField(),
  number: textField(),
  by: textField(),
  status: listField(jobStatuses),
  job: textField(),
};
