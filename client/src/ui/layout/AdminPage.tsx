import { clsx } from 'clsx';
import { use, type ReactNode } from 'react';
import { FramedPage, PageTitle } from './Page.tsx';

interface AdminHeaderProps {
  title: string;
  lede: string;
  /** Title of the browser's window, if it differs from the heading. */
  windowTitle?: string | undefined;
  /** Buttons at the end of its line. */
  children?: ReactNode;
}

/** The heading of an administration screen with its purpose beside it, on one line if both fit. */
export function AdminPageHeader({ title, lede, windowTitle = title, children }: AdminHeaderProps) {
  // Same distance from the top as the heading of pages with tabs below it.
  const isFramed = use(FramedPage);
  return (
    <header
      className={clsx(
        'flex flex-wrap items-start justify-between gap-x-6 gap-y-3',
        !isFramed && '-mt-1 md:-mt-3',
        // On a phone it shows nothing: its place would be a gap below the tabs.
        isFramed && !children && (lede ? 'max-sm:sr-only' : 'sr-only'),
      )}
    >
      <div className="flex min-w-0 flex-1 basis-64 flex-wrap items-baseline gap-x-4 gap-y-1">
        <PageTitle title={windowTitle} className="text-xl">
          {title}
        </PageTitle>
        {lede && <p className="max-w-[80ch] text-sm text-muted max-sm:hidden">{lede}</p>}
      </div>
      {/* On a phone the buttons stay in one line, which scrolls. */}
      {children && (
        <div className="flex gap-2 max-sm:-mx-4 max-sm:-my-1.5 max-sm:w-screen max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1.5 max-sm:*:shrink-0 sm:flex-wrap">
          {children}
        </div>
      )}
    </header>
  );
}

/** The heading of a tab of the administration, with its actions beside it. */
export function TabHeader({ title, lede, children }: AdminHeaderProps) {
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
