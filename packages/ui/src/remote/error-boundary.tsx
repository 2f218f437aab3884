import { Component, type ReactNode } from 'react';
import { CrashMark } from '../components/crash-mark.tsx';

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
    if (!this.state.crashed) return this.props.children;
    return <CrashMark component={this.props.component} onRetry={() => this.setState({ crashed: false })} />;
  }
}
