import type { ReactNode } from 'react';

/** The head of a column of numbers in a small table. */
export const RightHead = ({ title, children }: { title?: string; children: ReactNode }) => (
  <th scope="col" className="ns-right" title={title}>
    {children}
  </th>
);
