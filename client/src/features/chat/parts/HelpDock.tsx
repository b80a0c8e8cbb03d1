import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleHelp } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.api.ts';
import { clearUnread, countUnread, hearHelpWishes, useUnreadHelp } from '#client/lib/help.ts';
import { useSession } from '#client/lib/session.ts';
import { AssistantPill } from './AssistantPill.tsx';
import { HelpCapsule } from './HelpCapsule.tsx';
import { UnreadBadge } from './UnreadBadge.tsx';
import { useScrolledDown } from './useScrolledDown.ts';

const HelpSheet = lazy(async () => ({ default: (await import('./HelpSheet.tsx')).HelpSheet }));
const HelpPanels = lazy(async () => ({ default: (await import('./HelpPanels.tsx')).HelpPanels }));

type Panel = 'chat' | 'assistant';

/** All ways to help in one place: a capsule at the side of wide screens, one button with a sheet on the others. */
export function HelpDock() {
  const { t } = useTranslation('chat');
  const hasTabs = useSession().status === 'signedIn';
  const { data: settings } = useQuery(settingsQuery);
  const isAway = useScrolledDown();
  const { open, wasOpened, isMinimised, show, showSheet, close, minimise, closePill } = useWindows();
  const panel = open === 'sheet' ? undefined : open;
  const ways = { telegram: settings?.brand.telegram, unread: useUnreadHelp() };

  return (
    <aside aria-label={t('dock')} className="no-print">
      <HelpCapsule {...ways} open={panel} onToggle={(chosen) => (open === chosen ? close() : show(chosen))} />
      <button
        type="button"
        className={clsx(
          'dock-button fixed end-4 bottom-4 z-10 flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-full border border-line-strong bg-surface font-medium shadow-overlay xl:hidden typing:hidden',
          hasTabs && 'max-md:hidden',
          !isMinimised && 'px-4',
        )}
        data-away={isAway}
        onClick={showSheet}
      >
        <CircleHelp aria-hidden="true" className="size-5" strokeWidth={1.75} />
        <span className={clsx(isMinimised && 'sr-only')}>{t('help')}</span>
        {!isMinimised && <UnreadBadge count={ways.unread} />}
      </button>
      {isMinimised && (
        <AssistantPill
          unread={ways.unread}
          {...{ hasTabs, isAway }}
          onOpen={() => show('assistant')}
          onClose={closePill}
        />
      )}
      <Suspense>
        {open === 'sheet' && (
          <HelpSheet {...ways} agentReply={settings?.support.agentReply} onShow={show} onClose={close} />
        )}
      </Suspense>
      <Suspense>
        {wasOpened && <HelpPanels open={panel} onClose={close} onMinimise={minimise} onUnread={countUnread} />}
      </Suspense>
    </aside>
  );
}

/** Which window of the dock stands open: one at a time, by its buttons or by a wish from anywhere. */
function useWindows() {
  const [open, setOpen] = useState<Panel | 'sheet'>();
  const [wasOpened, setWasOpened] = useState(false);
  const [isMinimised, setMinimised] = useState(false);
  const show = useCallback((panel: Panel) => {
    setOpen(panel);
    setWasOpened(true);
    if (panel !== 'assistant') return;
    setMinimised(false);
    clearUnread();
  }, []);
  const showSheet = useCallback(() => setOpen('sheet'), []);
  useEffect(() => hearHelpWishes((name) => (name === 'openHelp' ? showSheet() : show('chat'))), [show, showSheet]);
  const close = () => setOpen(undefined);
  return {
    open,
    wasOpened,
    isMinimised,
    show,
    showSheet,
    close,
    minimise: () => {
      close();
      setMinimised(true);
    },
    closePill: () => setMinimised(false),
  };
}
