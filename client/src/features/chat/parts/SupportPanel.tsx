import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import { settingsQuery } from '#client/features/settings/settings.api.ts';
import { useMedia } from '#client/lib/media.ts';
import { useSession } from '#client/lib/session.ts';
import { Button, IconButton } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Spinner } from '#client/ui/Spinner.tsx';
import { ErrorState } from '#client/ui/States.tsx';
import { TextInput } from '#client/ui/TextInput.tsx';
import { useSupportChat } from '../useSupportChat.ts';
import type { Line } from '../thread.ts';
import { Composer } from './Composer.tsx';
import { Thread } from './Thread.tsx';

const quickReplies = ['sell', 'fees', 'kyc', 'status', 'payment', 'agent'] as const;

/** Support chat: a panel beside the page on wide screens, the whole screen on a phone. Its socket lives while it is open. */
export function SupportPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('chat');
  const { data: settings, error, refetch, isFetching } = useQuery(settingsQuery);
  const session = useSession();
  const person = session.status === 'signedIn' ? session.user : null;
  if (settings && session.status !== 'loading')
    return <Conversation key={person?.id ?? ''} {...{ person, settings, onClose }} />;
  return (
    <Frame onClose={onClose} subtitle={null} footer={null}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <p className="flex items-center gap-2 text-muted">
          <Spinner /> {t('opening')}
        </p>
      )}
    </Frame>
  );
}

interface ConversationProps {
  person: { id: string; email: string } | null;
  settings: PublicSettings;
  onClose: () => void;
}

function Conversation({ person, settings, onClose }: ConversationProps) {
  const { t } = useTranslation('chat');
  const chat = useSupportChat(person, settings);
  const [openedAt] = useState(() => new Date().toISOString());
  const greeting: Line = { key: 'greeting', text: t('greeting'), from: 'bot', at: openedAt, state: 'sent' };
  const presence =
    chat.agentName !== null && chat.status !== 'offline'
      ? t('withAgent', { name: chat.agentName })
      : chat.room && !chat.room.withinHours
        ? t('outside', { hours: chat.room.hours })
        : {
            online: t('agentOnline'),
            busy: t('agentBusy'),
            offline: t('agentOffline', { time: settings.support.agentReply }),
          }[chat.status];
  return (
    <Frame
      onClose={onClose}
      subtitle={
        <output className="block text-sm text-muted">{chat.state === 'waiting' ? t('reconnecting') : presence}</output>
      }
      footer={
        <div className="flex w-full flex-col gap-2">
          <Composer onSend={chat.send} />
          <p className="text-xs text-muted">{t('never')}</p>
        </div>
      }
    >
      <Thread
        lines={[greeting, ...chat.lines]}
        side="user"
        typing={chat.typing}
        onRetry={chat.retry}
        className="min-h-0 flex-1"
      />
      {chat.escalating && <Escalation email={person?.email ?? ''} onSubmit={chat.escalate} />}
      {chat.agentName === null && (
        <ul aria-label={t('quick.label')} className="flex flex-wrap gap-2 pt-4">
          {quickReplies.map((topic) => (
            <li key={topic}>
              <Button size="small" onClick={() => chat.send(t(`quick.${topic}`))}>
                {t(`quick.${topic}`)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Frame>
  );
}

function Escalation({ email: known, onSubmit }: { email: string; onSubmit: (email: string) => Promise<boolean> }) {
  const { t } = useTranslation('chat');
  const [email, setEmail] = useState(known);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (email.trim() === '' || busy) return;
    setBusy(true);
    await onSubmit(email.trim());
    setBusy(false);
  };
  return (
    <form
      className="card mt-4 flex flex-col gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        label={t('escalate.label')}
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" look="tonal" busy={busy} disabled={email.trim() === ''}>
        {t('escalate.submit')}
      </Button>
    </form>
  );
}

interface FrameProps {
  onClose: () => void;
  subtitle: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}

function Frame({ onClose, subtitle, footer, children }: FrameProps) {
  const { t } = useTranslation('chat');
  const isWide = useMedia('(min-width: 64rem)');
  if (!isWide)
    return (
      <Dialog open full onClose={onClose} title={t('support')} subtitle={subtitle} footer={footer}>
        <div className="flex h-full flex-col">{children}</div>
      </Dialog>
    );
  return <SidePanel {...{ onClose, subtitle, footer }}>{children}</SidePanel>;
}

function SidePanel({ onClose, subtitle, footer, children }: FrameProps) {
  const { t } = useTranslation('chat');
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = panel.current;
    element?.focus();
    const escape = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    element?.addEventListener('keydown', escape);
    return () => element?.removeEventListener('keydown', escape);
  }, [onClose]);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="no-print fixed end-20 bottom-6 z-20 flex h-[min(600px,calc(100dvh-6rem))] w-95 flex-col rounded-sheet border border-line-strong bg-surface shadow-overlay outline-none"
    >
      <div className="flex items-start justify-between border-b border-line p-4 pe-2">
        <div>
          <h2 id={titleId} className="text-base">
            {t('support')}
          </h2>
          {subtitle}
        </div>
        <IconButton label={t('close')} onClick={onClose}>
          <X className="size-5" strokeWidth={1.75} />
        </IconButton>
      </div>
      <div className="flex min-h-0 flex-1 flex-col p-4">{children}</div>
      {footer && <div className="border-t border-line p-4">{footer}</div>}
    </section>
  );
}
