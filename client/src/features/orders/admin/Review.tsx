import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChainProgress } from '#client/features/deposits/deposits.queries.ts';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { pressButton } from '#client/lib/keyboard/press-button.ts';
import { useShortcutSwitch } from '#client/lib/keyboard/useShortcutKeys.ts';
import { useRefreshOn } from '#client/lib/realtime/useRefreshOn.ts';
import { Kbd } from '#client/ui/data/Kbd.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { LastDecided } from '#client/ui/layout/LastDecided.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { menuItemClasses } from '#client/ui/overlay/Menu.tsx';
import { ShortcutsMenu } from '#client/ui/overlay/ShortcutsMenu.tsx';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { adminOrderRoutes } from '../orders.queries.ts';
import { decideTitleId } from './decide/DecidePane.tsx';
import { createDrafts, type Drafts } from './decide/orders.drafts.ts';
import { QuickDialog } from './decide/QuickDialog.tsx';
import { TakeBack } from './decide/TakeBack.tsx';
import { takeNewestBack } from './decide/TakeBackButton.tsx';
import { useCommands } from './decide/useCommands.ts';
import type { DecisionResult } from './decide/useDecide.ts';
import { Detail } from './Detail.tsx';
import { approveAllId } from './matching/ApproveAll.tsx';
import { queuePageSize, queueQuery, type AdminOrder } from './orders.admin.queries.ts';
import { EmptyPane, ListNotice } from './queue/ListNotices.tsx';
import { OrderTable } from './queue/OrderTable.tsx';
import { Queue } from './queue/Queue.tsx';
import { rowId } from './queue/QueueRow.tsx';
import { queueSearchId } from './queue/QueueSearch.tsx';
import { useIsQueueBare } from './queue/useIsQueueBare.ts';
import { useOpenRow } from './queue/useOpenRow.ts';
import { useQueueState, type QueueState } from './queue/useQueueState.ts';

const focusOn = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());

/** Keys of the open order. */
const commandsBy = (command: ReturnType<typeof useCommands>['command']) => ({
  p: () => command('nextFile'),
  s: () => command('start'),
  a: () => command('approve'),
  b: () => command('payout'),
  r: () => command('reject'),
  c: () => command('copyAddress'),
  h: () => command('copyHash'),
});

/** Keys that press a button of the screen, or move the focus into it. */
const pressKeys = {
  'shift b': () => pressButton(approveAllId),
  z: takeNewestBack,
  '/': () => document.getElementById(queueSearchId)?.focus(),
};

/** Order review: queue, proof and decision; or a table of many orders, until one is opened. */
export function Review() {
  const state = useQueueState();
  return state.filters.view && !state.openId ? <OrderTable state={state} /> : <QueueReview state={state} />;
}

function QueueReview({ state }: { state: QueueState }) {
  const list = useQuery(queueQuery(state.query));
  const openRow = useOpenRow(list, state.openId);
  const { rows, row, outside } = openRow;
  const shortcuts = useShortcutSwitch();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [quickDecision, setQuickDecision] = useState<{ order: AdminOrder; action: 'approve' | 'reject' }>();
  const [drafts] = useState(createDrafts);
  const { reachedId, aim, onCommands, command } = useCommands(state.openId);
  const [lastDecision, onDecided] = useLastDecision(state, rows, aim, drafts);
  const decidedId = lastDecision?.ok ? lastDecision.order.id : undefined;
  useRefreshOn('queue_changed', ...adminOrderRoutes, 'GET /api/admin/verdicts');
  useChainProgress('GET /api/admin/verdicts');
  const changePage = usePaging(state, rows, list.data?.total ?? 0);
  const move = (step: 1 | -1) => {
    const next = neighbourOf(rows, reachedId(), step);
    if (!next) return changePage(step);
    aim(next.id);
    state.open(next.id, { replace: true });
    focusOn(rowId(next.id));
  };
  const keys = {
    j: () => move(1),
    k: () => move(-1),
    ...commandsBy(command),
    ...pressKeys,
    '?': () => setHelpOpen(true),
  };
  const isBare = useIsQueueBare(state, list.data?.total);
  // A queue without any order has the whole width.
  const isAlone = isBare && !state.openId;
  const next = rows?.find((row) => isOpen(row) && row.id !== state.openId);
  return (
    <div
      data-alone={isAlone || undefined}
      className="relative flex min-h-0 flex-1 flex-col md:not-data-alone:grid md:grid-cols-[19rem_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)] xl:grid-cols-[19.5rem_minmax(0,1fr)_23rem] xl:grid-rows-[minmax(0,1fr)_auto] min-[88rem]:grid-cols-[21rem_minmax(0,1fr)_25rem]"
    >
      <Queue
        {...{ state, list, outside, keys, isBare }}
        keysOn={shortcuts.isOn}
        onEnter={() => focusOn(decideTitleId)}
        onQuick={(order, action) => setQuickDecision({ order, action })}
        className={clsx('md:flex xl:row-span-2', state.openId ? 'hidden' : 'flex flex-1')}
        footer={<QueueFooter {...{ shortcuts, lastDecision, state, rows }} onHelp={() => setHelpOpen(true)} />}
      />
      {state.openId ? (
        <Detail
          key={state.openId}
          id={state.openId}
          mayDecide={(row ?? outside) !== undefined}
          notice={<ListNotice {...{ list, listed: openRow, decidedId }} />}
          {...{ row, drafts, onCommands, onDecided }}
          keysOn={shortcuts.isOn}
          isLast={decidedId === state.openId}
          onNext={next && (() => state.open(next.id))}
          onBack={() => state.open(undefined)}
        />
      ) : (
        !isAlone && <EmptyPane {...{ list, rows }} />
      )}
      {quickDecision && (
        <QuickDialog {...quickDecision} onDecided={onDecided} onClose={() => setQuickDecision(undefined)} />
      )}
      {isHelpOpen && <ShortcutsDialog onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

/** Turns to the page before or after this one, and opens the order that comes next there. */
function usePaging(state: QueueState, rows: ReturnType<typeof useOpenRow>['rows'], total: number) {
  const enterPage = usePinned(state, rows);
  return (step: 1 | -1) => {
    const page = state.page + step;
    if (!rows || page < 1 || page > Math.ceil(total / queuePageSize)) return;
    enterPage(step === 1 ? 'first' : 'last');
    state.goTo(page);
  };
}

/** The row before or after the one with this id; the first row if it is not listed. */
function neighbourOf(rows: readonly AdminOrder[] | undefined, id: string | undefined, step: 1 | -1) {
  const index = rows?.findIndex((row) => row.id === id) ?? -1;
  return rows?.[index < 0 ? 0 : index + step];
}

/** Opens the first order if there is space; keys that have left a page `enter` the next page at its near end. */
function usePinned({ openId, open }: QueueState, rows: AdminOrder[] | undefined): (at: 'first' | 'last') => void {
  const isTableLayout = useTableLayout();
  const enteredAt = useRef<'first' | 'last'>(undefined);
  const first = rows?.[0]?.id;
  const lastId = rows?.at(-1)?.id;
  useEffect(() => {
    const id = enteredAt.current === 'last' ? lastId : first;
    if (openId || !id || !(isTableLayout || enteredAt.current)) return;
    open(id, { replace: true });
    if (enteredAt.current) focusOn(rowId(id));
    enteredAt.current = undefined;
  }, [isTableLayout, openId, first, lastId, open]);
  return (at) => {
    enteredAt.current = at;
  };
}

/** Reports how the last decision ended; after a success it opens the next order of the queue. */
function useLastDecision(
  state: QueueState,
  rows: AdminOrder[] | undefined,
  aimAt: (id: string) => void,
  drafts: Drafts,
): [DecisionResult | undefined, (lastDecision: DecisionResult) => void] {
  const { t } = useTranslation('orders.admin');
  const [lastDecision, setLastDecision] = useState<DecisionResult>();
  // The decision may end long after it was sent: its result applies to the order that is open then.
  const latestState = useRef({ state, rows });
  useEffect(() => {
    latestState.current = { state, rows };
  });
  const onDecided = (lastDecision: DecisionResult) => {
    setLastDecision(lastDecision);
    if (!lastDecision.ok) return;
    toast({
      title: t(`toast.${lastDecision.action}.title`),
      text: t(`toast.${lastDecision.action}.text`),
      subject: lastDecision.order.reference,
    });
    const { openId, open } = latestState.current.state;
    if (lastDecision.action === 'start') return;
    drafts.delete(lastDecision.order.id);
    if (openId !== lastDecision.order.id) return;
    const all = latestState.current.rows ?? [];
    const decidedIndex = all.findIndex(({ id }) => id === lastDecision.order.id);
    const next = all.slice(decidedIndex + 1).find(isOpen) ?? all.slice(0, Math.max(0, decidedIndex)).findLast(isOpen);
    if (!next) return;
    aimAt(next.id);
    open(next.id);
    focusOn(matchMedia('(min-width: 48rem)').matches ? rowId(next.id) : decideTitleId);
  };
  return [lastDecision, onDecided];
}

const keys = [
  [['J', 'K'], 'move'],
  [['Enter'], 'enter'],
  [['P'], 'file'],
  [['S'], 'start'],
  [['A'], 'approve'],
  [['B'], 'payout'],
  [['Z'], 'takeBack'],
  [['Shift', 'B'], 'approveAll'],
  [['X'], 'choose'],
  [['R'], 'reject'],
  [['C'], 'copyAddress'],
  [['H'], 'copyHash'],
  [['Ctrl', 'Enter'], 'approveSend'],
  [['Ctrl', 'V'], 'paste'],
  [['/'], 'search'],
  [['?'], 'help'],
  [['+', '−'], 'zoom'],
  [['0'], 'fit'],
  [['R'], 'rotate'],
  [['P'], 'file'],
] as const;

/** Lists the keyboard shortcuts. */
function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('orders.admin');
  return (
    <Dialog open title={t('keys.title')} widthPx={440} onClose={onClose}>
      <p className="pb-3 text-sm text-muted">{t('keys.hint')}</p>
      <dl className="flex flex-col text-sm">
        {keys.map(([pressed, action], index) => (
          <div key={index} className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-3 border-b border-line py-2">
            <dt className="flex gap-1">
              {pressed.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{t(`keys.${action}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

interface QueueFooterProps {
  shortcuts: { isOn: boolean; toggle: () => void };
  lastDecision: DecisionResult | undefined;
  state: QueueState;
  rows: AdminOrder[] | undefined;
  onHelp: () => void;
}

/** The link to the last decision, and the key hints. */
function QueueFooter({ shortcuts, lastDecision, state, rows, onHelp }: QueueFooterProps) {
  const { t } = useTranslation('orders.admin');
  const failedTitles = {
    start: t('failed.update'),
    approve: t('failed.approve'),
    payout: t('failed.approve'),
    reject: t('failed.reject'),
  };
  return (
    <>
      {lastDecision && lastDecision.order.id !== state.openId && (
        <LastDecided
          outcome={lastDecision.ok ? 'done' : 'failed'}
          before={lastDecision.ok && t('lastDecided')}
          href={state.hrefOf(lastDecision.order.id)}
          after={!lastDecision.ok && failedTitles[lastDecision.action]}
        >
          <span className="font-mono">{lastDecision.order.reference}</span>
        </LastDecided>
      )}
      {lastDecision?.ok && <TakeBack key={lastDecision.order.id} orderId={lastDecision.order.id} />}
      {rows?.length !== 0 && (
        <div className="flex items-center gap-2 text-xs text-faint pointer-coarse:hidden">
          {shortcuts.isOn && (
            <button type="button" className="flex min-h-8 flex-1 items-center gap-1.5 text-start" onClick={onHelp}>
              <Kbd>J</Kbd>
              <Kbd>K</Kbd>
              <span>{t('keys.move')}</span>
              <Kbd>?</Kbd>
            </button>
          )}
          <ShortcutsMenu shortcuts={shortcuts}>
            <button type="button" className={menuItemClasses()} onClick={onHelp}>
              {t('keys.title')}
            </button>
          </ShortcutsMenu>
        </div>
      )}
    </>
  );
}
