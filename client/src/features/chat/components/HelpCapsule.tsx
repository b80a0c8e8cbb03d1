import { clsx } from 'clsx';
import { Headset, Send, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Tooltip } from '#client/ui/overlay/Tooltip.tsx';
import { UnreadBadge } from './UnreadBadge.tsx';

const round =
  'relative grid size-11 place-items-center rounded-full text-ink transition-colors duration-120 hover:bg-tide-soft hover:text-tide';

interface CapsuleProps {
  telegram: string | undefined;
  unreadCount: number;
  open: 'chat' | 'assistant' | undefined;
  onToggle: (panel: 'chat' | 'assistant') => void;
}

/** The dock of a wide screen: three buttons in one capsule at the side. */
export function HelpCapsule({ telegram, unreadCount, open, onToggle }: CapsuleProps) {
  const { t } = useTranslation('chat');
  return (
    <div className="dock-capsule fixed end-3 bottom-6 z-10 hidden flex-col rounded-full border border-line-strong bg-surface p-1 shadow-overlay xl:flex typing:hidden">
      <PanelButton name={t('support')} isOpen={open === 'chat'} onPress={() => onToggle('chat')}>
        <Headset className="size-5" />
      </PanelButton>
      <PanelButton
        helpId="assistant"
        name={unreadCount > 0 ? t('assistant.nameUnread', { count: unreadCount }) : t('assistant.name')}
        isOpen={open === 'assistant'}
        onPress={() => onToggle('assistant')}
      >
        <Sparkles className="size-5" />
        <UnreadBadge count={unreadCount} className="absolute -end-0.5 -top-0.5" />
      </PanelButton>
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
              <Send className="size-5" />
            </a>
          )}
        </Tooltip>
      )}
    </div>
  );
}

interface PanelButtonProps {
  /** Marks the one button that gets the focus back when the assistant is minimised. */
  helpId?: string;
  name: string;
  isOpen: boolean;
  onPress: () => void;
  children: ReactNode;
}

function PanelButton({ helpId, name, isOpen, onPress, children }: PanelButtonProps) {
  return (
    <Tooltip text={name}>
      {(describedBy) => (
        <button
          type="button"
          data-help={helpId}
          aria-label={name}
          aria-describedby={describedBy}
          aria-expanded={isOpen}
          className={clsx(round, isOpen && 'bg-tide-soft text-tide')}
          onClick={onPress}
        >
          {children}
        </button>
      )}
    </Tooltip>
  );
}
