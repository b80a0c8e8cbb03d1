import { use, type ReactNode } from 'react';
import { FramedPage, PageTitle } from './Page.tsx';

/** The heading of a screen of the administration, and what it is for. */
export function AdminPageHeader({ title, lede }: { title: string; lede: string }) {
  return (
    <header className="flex flex-col gap-1">
      <PageTitle title={title} className="text-lg" />
      <p className="max-w-[80ch] text-sm text-muted">{lede}</p>
    </header>
  );
}

/** The heading of a tab of the administration, with what can be done there beside it. */
export function TabHeader({ title, lede, children }: { title: string; lede: string; children?: ReactNode }) {
  const isFramed = use(FramedPage);
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <h2 className={isFramed ? 'sr-only' : 'text-lg'}>{title}</h2>
        <p className="max-w-[70ch] text-sm text-muted">{lede}</p>
      </div>
      {children}
    </header>
  );
}
