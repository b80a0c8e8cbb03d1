import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, User } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useMediaQuery } from '#client/lib/browser/useMediaQuery.ts';
import { useSession } from '#client/lib/session/session.ts';
import { Money } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { OrderStatusSlot } from '#client/ui/layout/OrderStatusSlot.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { MenuAct, RowMenu } from '#client/ui/overlay/RowActs.tsx';
import { shownEmail } from '#shared/kernel/email-address.ts';
import { customerOrdersQuery, useAssignRoom, type AgentRoom } from '../chat.admin.queries.ts';
import { timeOf } from '../chat.time.ts';
import { Thread } from '../components/Thread.tsx';
import { CustomerDetails } from './CustomerDetails.tsx';
import { RoomComposer } from './RoomComposer.tsx';
import { RoomName } from './RoomName.tsx';
import { useAgentRoom } from './useAgentRoom.ts';

interface RoomThreadProps {
  roomId: string;
  /** The room's entry in the list; undefined if the list does not contain it. */
  room: AgentRoom | undefined;
  /** The order that the next message is about. */
  orderId: string | undefined;
  onOrder: (id: string | undefined) => void;
  onBack: () => void;
}

/** One conversation as the agent reads and answers it, with its customer beside it. */
export function RoomThread({ roomId, room: cachedRoom, orderId, onOrder, onBack }: RoomThreadProps) {
  const { t } = useTranslation(['chat.admin', 'chat']);
  const agentRoom = useAgentRoom(roomId, cachedRoom);
  const { room, state } = agentRoom;
  const session = useSession();
  const userId = session.status === 'signedIn' ? session.user.id : undefined;
  const isWide = useMediaQuery('(min-width: 48rem)');
  const hasRoomBeside = useMediaQuery('(min-width: 80rem)');
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // On a phone the list with the pressed row is hidden, so the focus moves into the conversation.
    if (!document.activeElement?.matches('[data-room]')) return;
    const field = isWide ? section.current?.querySelector('textarea') : undefined;
    (field ?? section.current)?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the conversation is opened
  }, []);

  const writeAbout = (id: string) => {
    onOrder(id);
    section.current?.querySelector('textarea')?.focus();
  };

  return (
    <div className="grid min-h-0 min-w-0 xl:grid-cols-[minmax(0,1fr)_288px] xl:grid-rows-[minmax(0,1fr)]">
      <section
        ref={section}
        tabIndex={-1}
        aria-labelledby="room-name"
        className="flex min-h-0 min-w-0 flex-col max-md:h-[calc(100dvh-3.5rem)]"
      >
        <RoomHeader
          roomId={roomId}
          room={room}
          ownId={userId}
          onBack={onBack}
          move={agentRoom.move}
          hasDetails={!hasRoomBeside}
          isFolded={!isWide}
          onOrder={writeAbout}
        />
        {room?.userId && !hasRoomBeside && <NewestOrder userId={room.userId} />}
        <Problem error={agentRoom.move.error} />
        <Thread
          lines={agentRoom.lines}
          side="support"
          ownId={userId}
          newFrom={agentRoom.newFrom}
          isConnected={state === 'open'}
          onRetry={agentRoom.retry}
          typing={agentRoom.isOtherTyping && t('chat:customerTyping')}
          readSeq={agentRoom.readSeq}
          earlier={agentRoom.hasEarlier && { busy: agentRoom.isReadingEarlier, onRead: agentRoom.readEarlier }}
          className="min-h-0 flex-1"
        />
        <Foot roomId={roomId} agentRoom={agentRoom} orderId={orderId} onOrderDone={() => onOrder(undefined)} />
      </section>
      {room && hasRoomBeside && (
        <aside
          aria-label={t('chat.admin:customer')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
          className="min-h-0 overflow-y-auto border-s border-line p-4"
        >
          <CustomerDetails room={room} onOrder={writeAbout} />
        </aside>
      )}
    </div>
  );
}

/** The presence of the customer, and the field of the answer. */
function Foot(props: ComponentProps<typeof RoomComposer>) {
  const { t } = useTranslation(['chat.admin', 'chat']);
  const { room, state } = props.agentRoom;
  const presence = room?.online ? 'chat.admin:here' : room?.userEmail ? 'chat.admin:gone' : 'chat.admin:goneNoMail';
  return (
    <div className="flex flex-col gap-2 border-t border-line p-4">
      <output className="block text-muted">{state === 'waiting' ? t('chat:reconnecting') : room && t(presence)}</output>
      <RoomComposer {...props} />
      <p className="text-xs text-muted max-md:hidden">{t('chat.admin:keys')}</p>
    </div>
  );
}

/** The newest order of the customer, which most questions are about, where there is no room for details beside. */
function NewestOrder({ userId }: { userId: string }) {
  const { t } = useTranslation('chat.admin');
  const { data: orders, error, refetch } = useQuery(customerOrdersQuery(userId));
  const order = orders?.[0];
  if (error && !orders) return <AdminProblem error={error} title={t('noDetails')} onRetry={() => void refetch()} />;
  if (orders && !order) return null;
  return (
    // Its place is kept until it is loaded.
    <section
      aria-label={t('newestOrder')}
      className="flex min-h-8 flex-wrap items-baseline gap-x-3 border-b border-line px-4 py-1.5 text-xs"
    >
      {order && (
        <>
          <Link to={`/admin/transactions?show=all&tx=${order.id}`} className="tap-area text-link">
            <bdi dir="ltr">{order.reference}</bdi>
          </Link>
          <OrderStatusSlot order={order} bare />
          <span className="ms-auto">
            <Money amount={order.payoutAmount} currency={order.payoutCurrency} />
          </span>
        </>
      )}
    </section>
  );
}

interface HeaderProps {
  roomId: string;
  room: AgentRoom | undefined;
  ownId: string | undefined;
  onBack: () => void;
  move: ReturnType<typeof useAgentRoom>['move'];
  /** True if the customer details are behind a button, for lack of space beside. */
  hasDetails: boolean;
  /** True on a phone, where the actions would take a line from the conversation. */
  isFolded: boolean;
  onOrder: (id: string) => void;
}

function RoomHeader({ roomId, room, ownId, onBack, move, hasDetails, isFolded, onOrder }: HeaderProps) {
  const { t } = useTranslation(['chat.admin', 'chat', 'admin.common']);
  const [isShown, setIsShown] = useState(false);
  const assign = useTakeRoom(roomId);
  const actions = room && [
    ...(ownId !== undefined && room.assignee?.id !== ownId
      ? [{ text: t('chat.admin:assignToMe'), busy: assign.isPending, onPress: () => assign.take(ownId) }]
      : []),
    {
      text: t(room.isActive ? 'chat.admin:closeRoom' : 'chat.admin:reopen'),
      busy: move.isPending,
      onPress: () => move.mutate(),
    },
  ];
  return (
    <div className="flex items-center gap-1 border-b border-line p-4 max-md:px-2 max-md:py-1.5 md:flex-wrap md:gap-3">
      <IconButton label={t('chat.admin:back')} className="md:hidden" onClick={onBack}>
        <ArrowLeft className="size-5 rtl:-scale-x-100" />
      </IconButton>
      <div className="min-w-0 grow basis-40">
        <h2 id="room-name" dir="auto" className="w-fit max-w-full truncate text-base">
          {room ? <RoomName room={room} /> : roomId}
        </h2>
        <p className="truncate text-muted">
          {room?.waitingSince
            ? t('chat.admin:waiting', { time: timeOf(room.waitingSince) })
            : room?.userEmail
              ? shownEmail(room.userEmail)
              : t('chat.admin:noEmail')}
        </p>
      </div>
      {room && hasDetails && (
        <IconButton label={t('chat.admin:customer')} onClick={() => setIsShown(true)}>
          <User className="size-5" />
        </IconButton>
      )}
      {actions && isFolded && (
        <RowMenu label={t('admin.common:moreFor', { of: room?.userName ?? t('chat.admin:customer') })}>
          {actions.map((act) => (
            <MenuAct key={act.text} {...act} />
          ))}
        </RowMenu>
      )}
      {!isFolded &&
        actions?.map(({ text, busy, onPress }) => (
          <Button key={text} text={text} size="small" busy={busy} onClick={onPress} />
        ))}
      {room && (
        <Dialog open={isShown} onClose={() => setIsShown(false)} title={<RoomName room={room} />}>
          <CustomerDetails
            room={room}
            onOrder={(id) => {
              setIsShown(false);
              onOrder(id);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

/** Assigns the room to the member who reads it. */
function useTakeRoom(roomId: string) {
  const { t } = useTranslation('users.handling');
  const { isPending, mutate } = useAssignRoom(roomId);
  const onError = () => toast({ title: t('failed.assign') });
  return { isPending, take: (userId: string) => mutate({ userId }, { onError }) };
}
