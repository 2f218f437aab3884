import { useId } from 'react';
import { TextInput } from '../../components/text-input.tsx';

/** Tells browsers and password managers what belongs into the field. */
const autoComplete = {
  password: 'current-password',
  'new-password': 'new-password',
  code: 'one-time-code',
} as const;

interface Props {
  label: string;
  kind: keyof typeof autoComplete;
  value: string;
  hint?: string | undefined;
  fault: string | undefined;
  onChange: (value: string) => void;
  onBlur?: () => void;
}

/** A password or a code, with what is wrong with it below. */
export const SecretField = ({ kind, ...field }: Props) => (
  <TextInput
    {...field}
    id={useId()}
    type={kind === 'code' ? 'text' : 'password'}
    autoComplete={autoComplete[kind]}
    autoCapitalize="none"
  />
);
