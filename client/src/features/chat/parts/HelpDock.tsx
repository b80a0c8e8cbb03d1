import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleHelp, ExternalLink, Headset, Send } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.api.ts';
import { hearHelpWishes } from '#client/lib/help.ts';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Tooltip } from '#client/ui/Tooltip.tsx';

const SupportPanel = lazy(async () => ({ default: (await import('./SupportPanel.tsx')).SupportPanel }));

const round =
  'grid size-11 place-items-center rounded-full text-ink transition-colors duration-120 hover:bg-tide-soft hover:text-tide';

/** All ways to help in one place: a capsule at the side of wide screens, one button with a sheet on the others. */
export function HelpDock({ hasTabs }: { hasTabs: boolean }) {
  const { t } = useTranslation('chat');
  const { data: settings } = useQuery(settingsQuery);
  const telegram = settings?.brand.telegram;
  const [open, setOpen] = useState<'chat' | 'sheet'>();
  useEffect(() => hearHelpWishes((name) => setOpen(name === 'openHelp' ? 'sheet' : 'chat')), []);
  const close = () => setOpen(undefined);

  return (
    <aside aria-label={t('dock')} className="no-print typing:hidden">
      <Capsule
        telegram={telegram}
        isOpen={open === 'chat'}
        onChat={() => setOpen(open === 'chat' ? undefined : 'chat')}
      />
      <button
        type="button"
        className={clsx(
          'fixed end-4 bottom-4 z-10 flex min-h-12 items-center gap-2 rounded-full border border-line-strong bg-surface px-4 font-medium shadow-overlay xl:hidden',
          hasTabs && 'max-md:hidden',
        )}
        onClick={() => setOpen('sheet')}
      >
        <CircleHelp aria-hidden="true" className="size-5" strokeWidth={1.75} />
        {t('help')}
      </button>
      <Dialog open={open === 'sheet'} onClose={close} title={t('help')}>
        <div className="flex flex-col divide-y divide-line">
          <button type="button" className="flex min-h-16 items-center gap-4 text-start" onClick={() => setOpen('chat')}>
            <Headset aria-hidden="true" className="size-5" strokeWidth={1.75} />
            <span className="font-medium">{t('support')}</span>
          </button>
          {telegram && (
            <a href={telegram} target="_blank" rel="noopener noreferrer" className="flex min-h-16 items-center gap-4">
              <Send aria-hidden="true" className="size-5" strokeWidth={1.75} />
              <span className="flex flex-col">
                <span className="font-medium">{t('telegram')}</span>
                <span className="text-sm text-muted">{t('newTab')}</span>
              </span>
              <ExternalLink aria-hidden="true" className="ms-auto size-5 text-muted" strokeWidth={1.75} />
            </a>
          )}
          <p className="pt-4 text-sm text-muted">{t('never')}</p>
        </div>
      </Dialog>
      <Suspense>{open === 'chat' && <SupportPanel onClose={close} />}</Suspense>
    </aside>
  );
}

interface CapsuleProps {
  telegram: string | undefined;
  isOpen: boolean;
  onChat: () => void;
}

function Capsule({ telegram, isOpen, onChat }: CapsuleProps) {
  const { t } = useTranslation('chat');
  return (
    <div className="fixed end-3 bottom-6 z-10 hidden flex-col rounded-full border border-line-strong bg-surface p-1 shadow-overlay xl:flex">
      <Tooltip text={t('support')}>
        {(describedBy) => (
          <button
            type="button"
            aria-label={t('support')}
            aria-describedby={describedBy}
            aria-expanded={isOpen}
            className={clsx(round, isOpen && 'bg-tide-soft text-tide')}
            onClick={onChat}
          >
            <Headset aria-hidden="true" className="size-5" strokeWidth={1.75} />
          </button>
        )}
      </Tooltip>
      {telegram && (
        <Tooltip text={t('telegramTip')}>
          {(describedBy) => (
            <a
              href={telegram}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('telegram')}
              aria-describedby={describedBy}
              className={round}
            >
              <Send aria-hidden="true" className="size-5" strokeWidth={1.75} />
            </a>
          )}
        </Tooltip>
      )}
    </div>
  );
}
