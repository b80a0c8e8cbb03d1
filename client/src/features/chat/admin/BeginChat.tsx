import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { beginChat } from '../chat.admin.queries.ts';

/** Opens the conversation with a customer whom a link names, and begins one if there is none. */
export function BeginChat({ userId, onOpen }: { userId: string; onOpen: (roomId: string) => void }) {
  const { t } = useTranslation('chat.admin');
  const { mutate, error } = useMutation({ mutationFn: beginChat, onSuccess: ({ roomId }) => onOpen(roomId) });
  useEffect(() => mutate(userId), [mutate, userId]);
  return (
    <div className="p-4">
      {error ? (
        <AdminProblem error={error} title={t('beginFailed')} onRetry={() => mutate(userId)} />
      ) : (
        <Skeleton className="flex flex-col gap-3" line={['h-16', 'h-40']} />
      )}
    </div>
  );
}
