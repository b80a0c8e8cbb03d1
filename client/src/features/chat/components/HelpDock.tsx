import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleHelp, Sparkles, X } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import * as help from '#client/lib/browser/help-events.ts';
import { useSession } from '#client/lib/session/session.ts';
import { IconButton } from '#client/ui/form/Button.tsx';
import { movesFocusToDock } from '../chat.focus.ts';
import { HelpCapsule } from './HelpCapsule.tsx';
import { UnreadBadge } from './UnreadBadge.tsx';

const HelpSheet = lazy(async () => ({ default: (await import('./HelpSheet.tsx')).HelpSheet }));
const HelpPanels = lazy(async () => ({ default: (await import('./HelpPanels.tsx')).HelpPanels }));

type Panel = 'chat' | 'assistant';

/**
 * All ways to help in one place: a capsule at the side of wide screens, one button
 * in the header with a sheet on the others.
 */
export function HelpDock() {
  const { t } = useTranslation('chat');
  const hasTabs = useSession().status === 'signedIn';
  const { data: settings } = useQuery(settingsQuery);
  const isAway = useScrolledDown();
  const place = help.useHelpSlot();
  const { open, wasOpened, isMinimised, about, clearAbout, show, showSheet, close, minimise, closePill } = useWindows();
  const panel = open === 'sheet' ? undefined : open;
  const channels = { telegram: settings?.brand.telegram, unreadCount: help.useUnreadHelp() };

  return (
    <aside aria-label={t('dock')} className="no-print">
      <HelpCapsule {...channels} open={panel} onToggle={(chosen) => (open === chosen ? close() : show(chosen))} />
      {place &&
        createPortal(
          <button
            type="button"
            data-help="all"
            title={t('help')}
            className={clsx(
              'relative grid size-11 place-items-center rounded-control text-muted hover:bg-tide-soft hover:text-ink xl:hidden',
              hasTabs && 'max-md:hidden',
            )}
            onClick={showSheet}
          >
            <CircleHelp className="size-5" />
            <span className="sr-only">{t('help')}</span>
            <UnreadBadge count={channels.unreadCount} className="absolute end-0 top-0" />
          </button>,
          place,
        )}
      {isMinimised && (
        <AssistantPill
          unreadCount={channels.unreadCount}
          hasTabs={hasTabs}
          isAway={isAway}
          onOpen={() => show('assistant')}
          onClose={closePill}
        />
      )}
      <Suspense>
        {open === 'sheet' && (
          <HelpSheet {...channels} agentReply={settings?.support.agentReply} onShow={show} onClose={close} />
        )}
      </Suspense>
      <Suspense>
        {wasOpened && (
          <HelpPanels
            open={panel}
            order={about}
            onOrderUsed={clearAbout}
            onClose={close}
            onMinimise={minimise}
            onUnread={help.incrementUnread}
          />
        )}
      </Suspense>
    </aside>
  );
}

/** The open window of the dock: one at a time, opened by its buttons or by a help event. */
function useWindows() {
  const [open, setOpen] = useState<Panel | 'sheet'>();
  const [wasOpened, setWasOpened] = useState(false);
  const [isMinimised, setMinimised] = useState(false);
  const [topic, setTopic] = useState<help.HelpTopic>();
  const show = useCallback((panel: Panel) => {
    setOpen(panel);
    setWasOpened(true);
    if (panel !== 'assistant') return;
    setMinimised(false);
    help.clearUnread();
  }, []);
  const showSheet = useCallback(() => setOpen('sheet'), []);
  useEffect(
    () =>
      help.onHelpRequested((name, topic) => {
        if (name === 'openHelp') return showSheet();
        if (topic) setTopic(topic);
        show('chat');
      }),
    [show, showSheet],
  );
  const close = () => setOpen(undefined);
  return {
    open,
    wasOpened,
    isMinimised,
    about: topic,
    clearAbout: () => setTopic(undefined),
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

interface PillProps {
  unreadCount: number;
  hasTabs: boolean;
  isAway: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** The minimized assistant: one press restores it with all its messages. */
function AssistantPill({ unreadCount, hasTabs, isAway, onOpen, onClose }: PillProps) {
  const { t } = useTranslation('chat');
  return (
    <div
      ref={movesFocusToDock}
      className={clsx(
        'dock-button dock-pill fixed end-18 bottom-4 z-10 flex items-center rounded-full border border-line-strong bg-surface ps-4 shadow-overlay xl:end-20 xl:bottom-6 typing:hidden',
        hasTabs && 'max-md:end-4 max-md:bottom-[calc(4.25rem+env(safe-area-inset-bottom))]',
      )}
      data-away={isAway}
    >
      <button type="button" className="flex min-h-12 items-center gap-2 font-medium" onClick={onOpen}>
        <Sparkles className="size-5" />
        {t('assistant.name')}
        <UnreadBadge count={unreadCount} />
      </button>
      <IconButton label={t('assistant.closePill')} onClick={onClose}>
        <X className="size-5" />
      </IconButton>
    </div>
  );
}

/** A shorter scroll is not deliberate. */
const minPx = 12;

/** True after scrolling down, false after scrolling up or at the top. */
function useScrolledDown(): boolean {
  const [isDown, setIsDown] = useState(false);
  useEffect(() => {
    let previousY = window.scrollY;
    const scroll = () => {
      const { scrollY } = window;
      if (scrollY > minPx && Math.abs(scrollY - previousY) < minPx) return;
      setIsDown(scrollY > minPx && scrollY > previousY);
      previousY = scrollY;
    };
    window.addEventListener('scroll', scroll, { passive: true });
    return () => window.removeEventListener('scroll', scroll);
  }, []);
  return isDown;
}
