import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { useMay } from '#client/lib/session/permissions.ts';
import { TabbedHeader } from '#client/ui/layout/admin/TabbedHeader.tsx';
import { FramedPage, PageTitle } from '#client/ui/layout/Page.tsx';
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
      <TabbedHeader
        label={title}
        current={currentScreen.id}
        tabs={screensFor(entry, may).map(({ id, text }) => ({ id, text: t(text), count: counts[id] || undefined }))}
        hrefOf={(id) => `/admin/${id}`}
      >
        <PageTitle
          title={`${t(currentScreen.text)} · ${title}`}
          place={entry.id}
          className="text-lg md:shrink-0 md:text-xl"
        >
          {title}
        </PageTitle>
      </TabbedHeader>
      <FramedPage value>
        <Outlet />
      </FramedPage>
    </>
  );
}
