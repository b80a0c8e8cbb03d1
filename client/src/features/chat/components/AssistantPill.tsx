import { clsx } from 'clsx';
import { Sparkles, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#client/ui/form/Button.tsx';
import { movesFocusToDock } from '../chat.focus.ts';
import { UnreadBadge } from './UnreadBadge.tsx';

interface PillProps {
  unread: number;
  hasTabs: boolean;
  isAway: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** The minimized assistant: one press restores it with all its messages. */
export function AssistantPill({ unread, hasTabs, isAway, onOpen, onClose }: PillProps) {
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
        <Sparkles aria-hidden="true" className="size-5" strokeWidth={1.75} />
        {t('assistant.name')}
        <UnreadBadge count={unread} />
      </button>
      <IconButton label={t('assistant.closePill')} onClick={onClose}>
        <X className="size-5" strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
