import type { ReactNode } from 'react';

interface FactProps {
  name: string;
  /** In letters of one width. */
  mono?: boolean;
  children: ReactNode;
}

/** One line of a list of facts, which is a `dl` of the class `ad-facts`. */
export const Fact = ({ name, mono = false, children }: FactProps) => (
  <>
    <dt>{name}</dt>
    <dd className={mono ? 'ns-mono' : undefined}>{children}</dd>
  </>
);
