import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { useMay } from '#client/lib/session/permissions.ts';
import { HeadedScreen } from '#client/ui/layout/admin/ScreenHead.tsx';
import { destinationAt, screensFor } from './places.ts';
import type { Entry } from './screens.ts';
import { useTabCounts } from './WaitingBadge.tsx';

/** Shows the screens of an entry of the sidebar below its name, each with a tab that is an address. */
export function EntryFrame({ entry }: { entry: Entry }) {
  const { t } = useTranslation(['admin', 'common']);
  const may = useMay();
  const { pathname, search } = useLocation();
  const counts = useTabCounts();
  const currentScreen = destinationAt(pathname, search);
  if (!currentScreen) return null;
  const title = t(entry.text);
  const screenName = t(currentScreen.text);
  return (
    <HeadedScreen
      title={title}
      windowTitle={entry.screens.length > 1 ? `${screenName} · ${title}` : title}
      place={entry.id}
      tabs={{
        label: title,
        current: currentScreen.id,
        tabs: screensFor(entry, may).map(({ id, text }) => ({ id, text: t(text), count: counts[id] || undefined })),
        hrefOf: (id) => `/admin/${id}`,
      }}
    >
      <Outlet />
    </HeadedScreen>
  );
}
