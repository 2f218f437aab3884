import { Component, type ReactNode } from 'react';
import { CrashMark } from '../components/crash-mark.tsx';
import { ComponentName } from './component-name.ts';

interface Props {
  /** What is named in 'Something went wrong in {component}'. */
  component: string;
  children: ReactNode;
}

/** Keeps a crash of one part in that part's place, with the specified words and a retry. */
export class ErrorBoundary extends Component<Props, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return <ComponentName value={this.props.component}>{this.props.children}</ComponentName>;
    return <CrashMark component={this.props.component} onRetry={() => this.setState({ crashed: false })} />;
  }
}
