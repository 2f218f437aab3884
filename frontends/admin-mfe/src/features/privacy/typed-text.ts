import { typedForm } from '@numscope/ui';

/** A text of these forms, by the form and the field that it is typed in. */
export const useTypedText = typedForm<string>();
