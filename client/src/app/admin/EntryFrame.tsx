import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { useMay } from '#client/lib/session/permissions.ts';
import { FramedPage, PageTitle } from '#client/ui/layout/Page.tsx';
import { Tabs } from '#client/ui/layout/Tabs.tsx';
import { destinationAt, screensFor } from './places.ts';
import type { Entry } from './screens.ts';
import { useTabCounts } from './WaitingBadge.tsx';

/** Shows an entry of the sidebar that has several screens: its name, and a tab with an address for each screen. */
export function EntryFrame({ entry }: { entry: Entry }) {
  const { t } = useTranslation(['admin', 'common']);
  const may = useMay();
  const { pathname, search } = useLocation();
  const counts = useTabCounts();
  const currentScreen = destinationAt(pathname, search);
  if (!currentScreen) return null;
  const title = t(entry.text);
  return (
    <>
      <header className="flex flex-col gap-1 px-4 pt-3 md:px-6">
        <PageTitle title={`${t(currentScreen.text)} · ${title}`} place={entry.id} className="text-xl">
          {title}
        </PageTitle>
        <Tabs
          label={title}
          current={currentScreen.id}
          tabs={screensFor(entry, may).map(({ id, text }) => ({ id, text: t(text), count: counts[id] || undefined }))}
          hrefOf={(id) => `/admin/${id}`}
        />
      </header>
      <FramedPage value>
        <Outlet />
      </FramedPage>
    </>
  );
}
