import { ArrowLeft, User } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMedia } from '#client/lib/media.ts';
import { Button, IconButton } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Problem } from '#client/ui/Problem.tsx';
import type { Room } from '../chat.desk.api.ts';
import { Composer } from '../parts/Composer.tsx';
import { Thread } from '../parts/Thread.tsx';
import { timeOf } from '../time.ts';
import { CustomerFacts } from './CustomerFacts.tsx';
import { RoomName } from './RoomName.tsx';
import { useReplyMenu } from './ReplyMenu.tsx';
import { useCannedReplies } from './useCannedReplies.ts';
import { useRoomOfDesk } from './useRoomOfDesk.ts';

interface RoomThreadProps {
  roomId: string;
  /** What the list knows of it. */
  room: Room | undefined;
  onBack: () => void;
}

/** One conversation as the agent reads and answers it, and beside it who that is. */
export function RoomThread({ roomId, room: known, onBack }: RoomThreadProps) {
  const { t } = useTranslation(['agentChat', 'chat']);
  const desk = useRoomOfDesk(roomId, known);
  const help = useReplyMenu(useCannedReplies());
  const { room, state } = desk;
  const presence = room?.online ? 'agentChat:here' : room?.userEmail ? 'agentChat:gone' : 'agentChat:goneNoMail';
  const isWide = useMedia('(min-width: 48rem)');
  const hasRoomBeside = useMedia('(min-width: 80rem)');
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // From the row that was pressed, which on a phone has gone with its list: the answer is a few keys away.
    if (!document.activeElement?.matches('[data-room]')) return;
    const field = isWide ? section.current?.querySelector('textarea') : undefined;
    (field ?? section.current)?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the conversation is opened
  }, []);

  return (
    <div className="grid min-h-0 min-w-0 xl:grid-cols-[minmax(0,1fr)_288px] xl:grid-rows-[minmax(0,1fr)]">
      <section
        ref={section}
        tabIndex={-1}
        aria-labelledby="room-name"
        className="flex min-h-0 min-w-0 flex-col max-md:h-[calc(100dvh-3.5rem)]"
      >
        <RoomHeader {...{ roomId, room, onBack }} move={desk.move} hasFacts={!hasRoomBeside} />
        <Problem error={desk.move.error} />
        <Thread
          lines={desk.lines}
          side="support"
          newFrom={desk.newFrom}
          isConnected={state === 'open'}
          onRetry={desk.retry}
          typing={desk.isOtherTyping && t('chat:customerTyping')}
          readSeq={desk.readSeq}
          earlier={desk.hasEarlier && { busy: desk.isReadingEarlier, onRead: desk.readEarlier }}
          className="min-h-0 flex-1"
        />
        <div className="flex flex-col gap-2 border-t border-line p-4">
          <output className="block text-muted">
            {state === 'waiting' ? t('chat:reconnecting') : room && t(presence)}
          </output>
          <Composer
            draftKey={roomId}
            onSend={(text) => desk.post(text)}
            onType={desk.sayTyping}
            label={t('agentChat:reply')}
            help={help}
          />
          <p className="text-xs text-muted max-md:hidden">{t('agentChat:keys')}</p>
        </div>
      </section>
      {room && hasRoomBeside && (
        <aside
          aria-label={t('agentChat:customer')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
          className="min-h-0 overflow-y-auto border-s border-line p-4"
        >
          <CustomerFacts room={room} />
        </aside>
      )}
    </div>
  );
}

interface HeaderProps {
  roomId: string;
  room: Room | undefined;
  onBack: () => void;
  move: ReturnType<typeof useRoomOfDesk>['move'];
  /** Whether the customer's facts are behind a button, as there is no room beside. */
  hasFacts: boolean;
}

function RoomHeader({ roomId, room, onBack, move, hasFacts }: HeaderProps) {
  const { t } = useTranslation(['agentChat', 'chat']);
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line p-4">
      <IconButton label={t('agentChat:back')} className="md:hidden" onClick={onBack}>
        <ArrowLeft className="size-5 rtl:-scale-x-100" strokeWidth={1.75} />
      </IconButton>
      <div className="min-w-0 flex-1">
        <h2 id="room-name" dir="auto" className="w-fit max-w-full truncate text-base">
          {room ? <RoomName room={room} /> : roomId}
        </h2>
        <p className="truncate text-muted">
          {room?.waitingSince
            ? t('agentChat:waiting', { time: timeOf(room.waitingSince) })
            : (room?.userEmail ?? t('agentChat:noEmail'))}
        </p>
      </div>
      {room && hasFacts && (
        <IconButton label={t('agentChat:customer')} onClick={() => setIsShown(true)}>
          <User className="size-5" strokeWidth={1.75} />
        </IconButton>
      )}
      {room && (
        <Button size="small" busy={move.isPending} onClick={() => move.mutate()}>
          {t(room.isActive ? 'agentChat:closeRoom' : 'agentChat:reopen')}
        </Button>
      )}
      {room && (
        <Dialog open={isShown} onClose={() => setIsShown(false)} title={<RoomName room={room} />}>
          <CustomerFacts room={room} />
        </Dialog>
      )}
    </div>
  );
}
