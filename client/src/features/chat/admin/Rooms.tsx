import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { ageOf } from '#client/lib/format/age.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { EmptyList, NothingFound } from '#client/ui/feedback/EmptyList.tsx';
import { ErrorState } from '#client/ui/feedback/States.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { requestsQuery } from '../chat.admin.queries.ts';
import { mailOf, oldestFirst } from './AgentRequests.tsx';
import { RoomList } from './RoomList.tsx';
import type { RoomListState } from './useRoomList.ts';

interface RoomsProps {
  list: RoomListState;
  chosenId: string | undefined;
  onChoose: (roomId: string) => void;
}

/** The rooms that were found, or why there are none. */
export function Rooms({ list, chosenId, onChoose }: RoomsProps) {
  const { t } = useTranslation('chat.admin');
  const isTableLayout = useTableLayout();
  const { rooms, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  if (!rooms) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (rooms.length === 0) {
    if (list.isNarrowed) return <NothingFound q={list.searchText} onClear={list.clear} />;
    // Beside the list there is room for it; a phone has the requests themselves.
    return !isTableLayout && <NoRooms isBelow />;
  }
  return (
    <>
      <RoomList rooms={rooms} isGrouped={list.sort === 'waiting'} chosenId={chosenId} onChoose={onChoose} />
      {hasNextPage && (
        <div className="p-4">
          <Button text={t('more')} size="small" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()} />
        </div>
      )}
    </>
  );
}

/** In the place of all conversations, before the first; `isBelow` the requests, which say themselves that they wait. */
export function NoRooms({ isBelow = false }: { isBelow?: boolean }) {
  const { t } = useTranslation(['chat.admin', 'overview']);
  const mayRead = useMay()('users.read');
  const now = useNow(true, 30_000);
  const { data: requests, isLoading } = useQuery(requestsQuery);
  const { items = [], total: requestCount = 0 } = requests ?? {};
  const [oldest] = oldestFirst(items);
  if (isLoading || (isBelow && requestCount > 0)) return null;
  return (
    <EmptyList
      Icon={MessagesSquare}
      text={
        requestCount > 0
          ? t('overview:needs.requests', { count: requestCount, shown: formatNumber(requestCount) })
          : t('noneText')
      }
      action={
        <div className="flex flex-col items-center gap-3">
          {oldest && (
            <ButtonLink
              text={t('replyOldest', { email: oldest.email, age: ageOf(oldest.timestamp, now) })}
              variant="filled"
              className="wrap-anywhere"
              to={mailOf(oldest)}
            />
          )}
          {mayRead && <ButtonLink text={t('toCustomers')} variant={oldest ? 'ghost' : 'outline'} to="/admin/users" />}
        </div>
      }
    />
  );
}
