import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { Tabs, type TabsProps } from '../Tabs.tsx';

interface TabbedHeaderProps<Id extends string> extends Required<TabsProps<Id>> {
  /** The h1. */
  children: ReactNode;
  /** Buttons at the end of the line. */
  end?: ReactNode;
}

/** More tabs than these do not fit beside each other on a phone. */
const maxStrip = 3;

/** The head of a screen with several parts: its title and they in one line; on a phone many parts are one select. */
export function TabbedHeader<Id extends string>({ children, end, ...tabs }: TabbedHeaderProps<Id>) {
  const isTableLayout = useTableLayout();
  return (
    <header className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 pt-1 max-md:py-1.5 md:flex-nowrap md:gap-x-4 md:px-6">
      {children}
      {isTableLayout || tabs.tabs.length <= maxStrip ? (
        <>
          <div className="-mb-px max-w-full min-w-0 grow self-end max-md:-mb-2 md:[&_nav]:-mx-3 md:[&_nav]:mask-x-from-[calc(100%-12px)] md:[&_nav]:px-3 [&_a]:px-2 min-[90rem]:[&_a]:px-3 [&_ul]:border-transparent max-[90rem]:[&_ul]:gap-0">
            <Tabs {...tabs} />
          </div>
          {end && <div className="ms-auto -me-2 flex shrink-0 items-center gap-2">{end}</div>}
        </>
      ) : (
        // The name of the open part is never cut: buttons that do not fit beside it get their own line.
        <>
          <TabSelect {...tabs} />
          {end && <div className="ms-auto flex max-w-full items-center gap-1">{end}</div>}
        </>
      )}
    </header>
  );
}

/** The tabs as one field, which names the open part. */
function TabSelect<Id extends string>({ label, tabs, current, hrefOf }: Required<TabsProps<Id>>) {
  const navigate = useNavigate();
  const open = (value: string) => {
    const chosen = tabs.find(({ id }) => id === value);
    if (chosen) void navigate(hrefOf(chosen.id), { preventScrollReset: true });
  };
  return (
    <nav aria-label={label} className="flex max-w-full min-w-fit flex-1 basis-0">
      <select
        aria-label={label}
        value={current}
        onChange={({ target }) => open(target.value)}
        className="field-sizing-content min-h-11 max-w-full min-w-fit grow cursor-pointer rounded-control border border-line-strong bg-bg px-2 font-medium text-ellipsis text-ink"
      >
        {tabs.map(({ id, text, count }) => (
          <option key={id} value={id}>
            {count === undefined ? text : `${text} (${count})`}
          </option>
        ))}
      </select>
    </nav>
  );
}
