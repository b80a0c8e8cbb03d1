import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRoomForTables } from '#client/lib/media.ts';
import { useLive } from '#client/lib/socket.ts';
import { toast } from '#client/ui/toast.ts';
import { useShortcutSwitch } from '#client/lib/keys.ts';
import { decideTitleId } from './DecidePane.tsx';
import { Detail } from './Detail.tsx';
import { EmptyPane, ListNotice } from './ListNotes.tsx';
import { Queue } from './Queue.tsx';
import { QueueFooter } from './QueueFooter.tsx';
import { rowId } from './QueueRow.tsx';
import { queueSearchId } from './QueueSearch.tsx';
import { QuickDialog } from './QuickDialog.tsx';
import type { Draft } from './requirements.ts';
import { deskKey, isOpen, queueQuery, type DeskOrder } from './review.api.ts';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { useCommands } from './useCommands.ts';
import type { Told } from './useDecide.ts';
import { useListed } from './useListed.ts';
import { useQueueState, type QueueState } from './useQueueState.ts';

const focusOn = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());

/** The desk's work: the queue, the proof, the decision. */
export function Review() {
  const state = useQueueState();
  const list = useQuery(queueQuery(state.query));
  const listed = useListed(list, state.openId);
  const { rows, row, outside } = listed;
  const shortcuts = useShortcutSwitch();
  const [isHelp, setHelp] = useState(false);
  const [quick, setQuick] = useState<{ order: DeskOrder; deed: 'approve' | 'reject' }>();
  const [drafts] = useState(() => new Map<string, Draft>());
  const { at, aim, onCommands, command } = useCommands(state.openId);
  const [told, tell] = useTold(state, rows, aim);
  useFreshOnNews();
  usePinned(state, rows);

  const nextOf = (id: string | undefined, by: 1 | -1) => {
    const at = rows?.findIndex((row) => row.id === id) ?? -1;
    return rows?.[at < 0 ? 0 : at + by];
  };
  const move = (by: 1 | -1) => {
    const next = nextOf(at(), by);
    if (!next) return;
    aim(next.id);
    state.open(next.id, { replace: true });
    focusOn(rowId(next.id));
  };
  const keys = {
    j: () => move(1),
    k: () => move(-1),
    p: () => command('nextFile'),
    s: () => command('start'),
    a: () => command('approve'),
    r: () => command('reject'),
    '/': () => document.getElementById(queueSearchId)?.focus(),
    '?': () => setHelp(true),
  };
  const next = rows?.find((row) => isOpen(row) && row.id !== state.openId);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col md:grid md:grid-cols-[19rem_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)] xl:grid-cols-[19.5rem_minmax(0,1fr)_23rem] xl:grid-rows-[minmax(0,1fr)_auto] min-[88rem]:grid-cols-[21rem_minmax(0,1fr)_25rem]">
      <Queue
        {...{ state, list, outside, keys }}
        keysOn={shortcuts.isOn}
        onEnter={() => focusOn(decideTitleId)}
        onQuick={(order, deed) => setQuick({ order, deed })}
        className={clsx('md:flex xl:row-span-2', state.openId ? 'hidden' : 'flex flex-1')}
        footer={<QueueFooter {...{ shortcuts, told }} hrefOf={state.hrefOf} onHelp={() => setHelp(true)} />}
      />
      {state.openId ? (
        <Detail
          key={state.openId}
          id={state.openId}
          mayDecide={(row ?? outside) !== undefined}
          notice={<ListNotice {...{ state, list, listed }} />}
          {...{ row, drafts, onCommands, tell }}
          keysOn={shortcuts.isOn}
          onNext={next && (() => state.open(next.id))}
          onBack={() => state.open(undefined)}
        />
      ) : (
        <EmptyPane {...{ state, list, rows }} />
      )}
      {quick && <QuickDialog key={quick.order.id} {...quick} tell={tell} onClose={() => setQuick(undefined)} />}
      {isHelp && <ShortcutsDialog onClose={() => setHelp(false)} />}
    </div>
  );
}

/** News of the queue come over the socket; the figures are then fetched, never taken from the news. */
function useFreshOnNews(): void {
  const client = useQueryClient();
  useLive('queue_changed', () => void client.invalidateQueries({ queryKey: deskKey }));
}

/** Where there is room beside the queue its first order is opened, and stays open however the queue moves on. */
function usePinned({ openId, open }: QueueState, rows: DeskOrder[] | undefined): void {
  const hasRoom = useRoomForTables();
  const first = rows?.[0]?.id;
  useEffect(() => {
    if (hasRoom && !openId && first) open(first, { replace: true });
  }, [hasRoom, openId, first, open]);
}

/** How the last decision ended; after one that held, the next order of the queue is opened. */
function useTold(
  state: QueueState,
  rows: DeskOrder[] | undefined,
  aim: (id: string) => void,
): [Told | undefined, (told: Told) => void] {
  const { t } = useTranslation('review');
  const [last, setLast] = useState<Told>();
  // The decision may end long after it was sent: what counts is what is open then.
  const latest = useRef({ state, rows });
  useEffect(() => {
    latest.current = { state, rows };
  });
  const tell = (told: Told) => {
    setLast(told);
    if (!told.ok) return;
    toast({ title: t(`toast.${told.deed}.title`), text: t(`toast.${told.deed}.text`) });
    const { openId, open } = latest.current.state;
    if (told.deed === 'start' || openId !== told.order.id) return;
    const all = latest.current.rows ?? [];
    const at = all.findIndex(({ id }) => id === told.order.id);
    const next = all.slice(at + 1).find(isOpen) ?? all.slice(0, Math.max(0, at)).findLast(isOpen);
    if (!next) return;
    aim(next.id);
    open(next.id);
    focusOn(matchMedia('(min-width: 48rem)').matches ? rowId(next.id) : decideTitleId);
  };
  return [last, tell];
}
