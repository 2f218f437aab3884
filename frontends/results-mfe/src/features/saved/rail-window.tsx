import './saved-rail.css';
import { Dialog } from '@numscope/ui';
import type { ReactNode } from 'react';

interface WindowProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** What stands left of the results where there is room, in a window where there is none. */
export const RailWindow = ({ title, onClose, children }: WindowProps) => (
  <Dialog title={title} width={420} onClose={onClose}>
    <div className="rs-rail-window">{children}</div>
  </Dialog>
);
