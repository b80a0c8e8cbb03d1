import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#client/ui/Button.tsx';
import { Problem } from '#client/ui/Problem.tsx';
import { moveRoom, type Room } from '../chat.api.ts';
import { Composer } from '../parts/Composer.tsx';
import { Thread } from '../parts/Thread.tsx';
import { useThread } from '../useThread.ts';
import { RoomName } from './RoomName.tsx';

/** One conversation as the agent reads and answers it. */
export function RoomThread({ roomId, room, onBack }: { roomId: string; room: Room | undefined; onBack: () => void }) {
  const { t } = useTranslation('chat');
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: ['chat', 'rooms'] });
  const thread = useThread({
    from: 'support',
    roomId,
    join: (after) => ({ type: 'join_as_agent', agentId: 'admin-agent', roomId, ...(after > 0 && { after }) }),
    onEvent: (event) => event.type !== 'agent_status_update' && refresh(),
  });
  const move = useMutation({
    mutationFn: () => moveRoom(roomId, room?.isActive ? 'close' : 'reopen'),
    onSuccess: refresh,
  });
  const email = room?.userEmail ?? thread.room?.email ?? null;
  const presence = room?.online ? 'agent.here' : email ? 'agent.gone' : 'agent.goneNoMail';

  return (
    <section aria-labelledby="room-name" className="flex min-h-0 min-w-0 flex-col max-md:h-[calc(100dvh-3.5rem)]">
      <div className="flex flex-wrap items-center gap-3 border-b border-line p-4">
        <IconButton label={t('agent.back')} className="md:hidden" onClick={onBack}>
          <ArrowLeft className="size-5 rtl:-scale-x-100" strokeWidth={1.75} />
        </IconButton>
        <div className="min-w-0 flex-1">
          <h2 id="room-name" className="truncate text-base">
            {room ? <RoomName room={room} /> : roomId}
          </h2>
          <p className="truncate text-muted">
            {email ?? t('agent.noEmail')}
            {email && room && !room.emailVerified && ` (${t('agent.unverified')})`}
            {room?.kycStatus && `, ${t('agent.kyc')} ${room.kycStatus}`}
          </p>
        </div>
        {room && (
          <Button size="small" busy={move.isPending} onClick={() => move.mutate()}>
            {t(room.isActive ? 'agent.closeRoom' : 'agent.reopen')}
          </Button>
        )}
      </div>
      <Problem error={move.error} />
      <Thread lines={thread.lines} side="support" onRetry={thread.retry} className="min-h-0 flex-1 p-4" />
      <div className="flex flex-col gap-2 border-t border-line p-4">
        <output className="block text-muted">
          {thread.state === 'waiting' ? t('reconnecting') : room && t(presence)}
        </output>
        <Composer draftKey={roomId} onSend={(text) => thread.post(text)} label={t('agent.reply')} />
        <p className="text-xs text-muted max-md:hidden">{t('agent.keys')}</p>
      </div>
    </section>
  );
}
