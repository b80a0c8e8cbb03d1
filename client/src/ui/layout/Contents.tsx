import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { focusOn } from './SkipLink.tsx';

/** Navigates to a part of this page as its own history entry, and focuses it as a plain anchor does. */
export function PartLink({ id, className, children }: { id: string; className: string; children: ReactNode }) {
  const { search } = useLocation();
  return (
    <Link to={{ search, hash: id }} className={className} onClick={() => focusOn(id)}>
      {children}
    </Link>
  );
}

/** The parts of a long text, next to it if there is space. */
export function Contents({ label, parts }: { label: string; parts: readonly { id: string; text: ReactNode }[] }) {
  return (
    <nav aria-label={label} className="no-print sticky top-24 hidden self-start text-sm lg:block">
      <p className="mb-2 font-semibold">{label}</p>
      <ol className="flex flex-col">
        {parts.map(({ id, text }) => (
          <li key={id}>
            <PartLink id={id} className="inline-flex min-h-8 items-center text-muted hover:text-ink hover:underline">
              {text}
            </PartLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}
