import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import './rows.css';

/** Folded parts that are not needed now, one line each. */
export function Folds({ children }: { children: ReactNode }) {
  return <div className="line-folds card">{children}</div>;
}

interface FoldProps {
  title: string;
  /** A short summary of the content. */
  aside?: ReactNode;
  /** True for a section that needs the reader's attention: it is unfolded at first. */
  isOpen?: boolean;
  children: ReactNode;
}

/** A part of the page that opens and closes by its title. */
export function Fold({ title, aside, isOpen = false, children }: FoldProps) {
  return (
    <details className="line-fold" open={isOpen || undefined}>
      <summary>
        <span className="font-medium">{title}</span>
        <span className="line-fold-aside">{aside}</span>
        <ChevronDown className="size-4 shrink-0 text-muted" strokeWidth={2} aria-hidden="true" />
      </summary>
      <div className="line-fold-body">{children}</div>
    </details>
  );
}
