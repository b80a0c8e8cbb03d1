import { clsx } from 'clsx';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HelpTopic } from '#client/lib/browser/help-events.ts';
import { Button } from '#client/ui/form/Button.tsx';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import { movesFocusToLog } from '../chat.focus.ts';
import { sendFile } from '../chat.queries.ts';
import type { Line } from '../chat.thread.ts';
import type { CustomerRoom } from '../useCustomerRoom.ts';
import type { useBot } from '../useTalk.ts';
import { useUploads } from '../useUploads.ts';
import { AboutOrder } from './AboutOrder.tsx';
import { AttachButton } from './AttachButton.tsx';
import { ChatFrame } from './ChatFrame.tsx';
import { Composer } from './Composer.tsx';
import { NoAgentOnline } from './NoAgentOnline.tsx';
import { Presence } from './Presence.tsx';
import { Thread } from './Thread.tsx';

const quickReplies = ['sell', 'fees', 'kyc', 'status', 'payment', 'agent'] as const;

interface SupportPanelProps {
  room: CustomerRoom;
  bot: ReturnType<typeof useBot>;
  settings: PublicSettings;
  /** `null` for a visitor. */
  customer: { email: string } | null;
  /** The order that the next message is about. */
  order: HelpTopic | undefined;
  onOrderUsed: () => void;
  onClose: () => void;
}

/** Support chat: a bot until an agent joins. */
export function SupportPanel({ room, bot, settings, customer, order, onOrderUsed, onClose }: SupportPanelProps) {
  const { t } = useTranslation('chat');
  const [openedAt] = useState(() => new Date().toISOString());
  // After the first message the quick replies fold into one row and leave the space to the conversation.
  const hasBegun = bot.lines.length > 0;
  const firstAt = bot.lines[0]?.at ?? openedAt;
  const greeting: Line = {
    key: 'greeting',
    text: t('greeting'),
    from: 'bot',
    at: firstAt < openedAt ? firstAt : openedAt,
    state: 'sent',
  };
  const send = (text: string) => {
    bot.send(text, order);
    onOrderUsed();
  };
  return (
    <ChatFrame
      title={t('support')}
      onClose={onClose}
      subtitle={<Presence room={room} settings={settings} />}
      footer={
        <SupportComposer
          room={room}
          order={order}
          onOrderUsed={onOrderUsed}
          isSignedIn={customer !== null}
          onSend={send}
        />
      }
    >
      <Thread
        lines={[greeting, ...bot.lines]}
        side="user"
        typing={bot.typing ? t('typing') : room.isOtherTyping && t('agentTyping')}
        isConnected={room.state === 'open'}
        readSeq={room.readSeq}
        earlier={bot.hasEarlier && { busy: room.isReadingEarlier, onRead: room.readEarlier }}
        onRetry={room.retry}
        className="min-h-0 flex-1"
      >
        <NoAgentOnline room={room} isAsked={bot.escalating && !customer} onSubmit={bot.leaveEmail} />
      </Thread>
      {room.agentName === null && (
        <ul
          ref={movesFocusToLog}
          aria-label={t('quick.label')}
          className={clsx('flex gap-2 pt-4', hasBegun ? 'overflow-x-auto *:shrink-0' : 'flex-wrap')}
        >
          {quickReplies.map((topic) => (
            <li key={topic}>
              <Button text={t(`quick.${topic}`)} size="small" onClick={() => send(t(`quick.${topic}`))} />
            </li>
          ))}
        </ul>
      )}
    </ChatFrame>
  );
}

const Uploads = lazy(async () => ({ default: (await import('./Uploads.tsx')).Uploads }));

interface SupportComposerProps {
  room: CustomerRoom;
  isSignedIn: boolean;
  /** The order that the next message is about. */
  order: HelpTopic | undefined;
  onOrderUsed: () => void;
  onSend: (text: string) => void;
}

/**
 * The field of a customer, with files and the order it is about; a visitor has no account that files could belong to.
 */
function SupportComposer({ room, isSignedIn, order, onOrderUsed, onSend }: SupportComposerProps) {
  const { t } = useTranslation('chat');
  const { uploads, add, remove } = useUploads(room.unsentKey);
  const attach = (files: readonly File[]) => {
    add(files, order ?? null);
    onOrderUsed();
  };
  return (
    <div className="flex w-full flex-col gap-2">
      {uploads.length > 0 && (
        <Suspense>
          <Uploads uploads={uploads} send={sendFile(room.unsentKey)} onStored={room.addStored} onRemove={remove} />
        </Suspense>
      )}
      {order && <AboutOrder reference={order.reference} onRemove={onOrderUsed} />}
      <Composer
        draftKey={`chat:${room.unsentKey}`}
        onSend={onSend}
        onType={room.sendTyping}
        tools={isSignedIn && <AttachButton onChoose={attach} />}
      />
      <p className="text-xs text-muted">
        {t('never')} {!isSignedIn && t('filesNeedAccount')}
      </p>
    </div>
  );
}
