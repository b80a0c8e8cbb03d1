import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { ageOf } from '#client/lib/format/age.ts';
import { useShortcutSwitch } from '#client/lib/keyboard/useShortcutKeys.ts';
import { useRefreshOn } from '#client/lib/realtime/useRefreshOn.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Kbd } from '#client/ui/data/Kbd.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { LastDecided } from '#client/ui/layout/LastDecided.tsx';
import { useBarHeight } from '#client/ui/layout/useBarHeight.ts';
import { ShortcutsMenu } from '#client/ui/overlay/ShortcutsMenu.tsx';
import { requestTitleId } from './DetailsPane.tsx';
import { requestsQuery, type AdminKycRequest, type AdminKycRequestDetails } from './kyc.admin.queries.ts';
import { reviewFormId, type TypedNotes } from './NotesField.tsx';
import { RequestDetail } from './RequestDetail.tsx';
import { RequestList, requestsSearchId } from './RequestList.tsx';
import { requestRowId } from './RequestRow.tsx';
import { useRequestsState, type RequestsState } from './useRequestsState.ts';

/** Identity checks for admins: the queue, the documents, the claims, the decision. */
export function KycReview() {
  // The texts of an open request as well: coming later they would hide it, and the focus on it would be lost.
  const { t } = useTranslation(['kyc.admin', 'kyc', 'admin.common', 'files']);
  const state = useRequestsState();
  const list = useQuery(requestsQuery(state.query));
  const rows = list.data?.items;
  const shortcuts = useShortcutSwitch();
  const [drafts] = useState(() => new Map<string, TypedNotes>());
  const [lastDecided, setLastDecided] = useState<AdminKycRequestDetails>();
  const comesByKey = useRef(false);
  const takeFocus = useCallback(() => {
    const isByKey = comesByKey.current;
    comesByKey.current = false;
    return isByKey;
  }, []);
  useRefreshOn('kyc_queue_changed', 'GET /api/admin/kyc-requests');

  const move = (step: 1 | -1) => {
    const next = adjacentRow(rows ?? [], step, state.openId);
    if (next) document.getElementById(requestRowId(next.id))?.focus();
  };
  const keys = { ...focusKeys, j: () => move(1), k: () => move(-1) };
  // A queue without any request has the whole width.
  const isAlone = list.data?.total === 0 && !state.isNarrowed && !state.openId;
  const next = rows?.find(({ id, status }) => status === 'pending' && id !== state.openId);
  const open = ({ id }: AdminKycRequest) => {
    comesByKey.current = true;
    state.open(id);
  };
  const onDecided = (request: AdminKycRequestDetails) => {
    drafts.delete(request.id);
    setLastDecided(request);
    const outcome = `toast.${request.status === 'approved' ? 'approved' : 'rejected'}` as const;
    toast({ title: t(`${outcome}.title`), text: t(`${outcome}.text`), subject: request.userName });
  };
  return (
    <div
      data-alone={isAlone || undefined}
      className="relative flex min-h-0 flex-1 flex-col md:not-data-alone:grid md:grid-cols-[20rem_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)] xl:grid-cols-[20.5rem_minmax(0,1fr)_23rem] xl:grid-rows-[minmax(0,1fr)_auto] min-[88rem]:grid-cols-[21rem_minmax(0,1fr)_25rem]"
    >
      <RequestList
        state={state}
        list={list}
        keys={keys}
        keysOn={shortcuts.isOn}
        onEnter={(id) => {
          comesByKey.current = true;
          if (id === state.openId) document.getElementById(requestTitleId)?.focus();
        }}
        className={clsx('md:flex xl:row-span-2', state.openId ? 'hidden' : 'flex flex-1')}
        footer={<RequestsFooter {...{ shortcuts, lastDecided, state, rows }} />}
      />
      {state.openId ? (
        <RequestDetail
          key={state.openId}
          id={state.openId}
          row={rows?.find(({ id }) => id === state.openId)}
          drafts={drafts}
          takeFocus={takeFocus}
          onDecided={onDecided}
          hrefOf={state.hrefOf}
          keysOn={shortcuts.isOn}
          onNext={next && (() => open(next))}
          onBack={() => state.open(undefined)}
        />
      ) : (
        !isAlone && <NothingOpen rows={rows} isNarrowed={state.isNarrowed} onOpen={(id) => state.open(id)} />
      )}
    </div>
  );
}

interface NothingOpenProps {
  rows: readonly AdminKycRequest[] | undefined;
  /** True if a search or a filter leaves out requests, which may wait. */
  isNarrowed: boolean;
  onOpen: (id: string) => void;
}

/** The screen without an open request. */
function NothingOpen({ rows, isNarrowed, onOpen }: NothingOpenProps) {
  const { t } = useTranslation('kyc.admin');
  const oldestPending = rows?.find(({ status }) => status === 'pending');
  const isTableLayout = useTableLayout();
  const isAllDecided = !isNarrowed && rows && rows.length > 0 && !oldestPending;
  if (!isTableLayout) return <PhoneFoot {...{ oldestPending, onOpen }} />;
  return (
    <div className="grid place-content-center justify-items-center gap-4 bg-sunken p-6 text-muted xl:col-span-2 xl:row-span-2">
      {rows?.length !== 0 && <p>{t(isAllDecided ? 'allDecided' : 'pick')}</p>}
      <OpenOldest {...{ oldestPending, onOpen }} />
    </div>
  );
}

interface OpenOldestProps extends Pick<NothingOpenProps, 'onOpen'> {
  oldestPending: AdminKycRequest | undefined;
}

/** Opens the request that has waited longest. */
function OpenOldest({ oldestPending, onOpen }: OpenOldestProps) {
  const { t } = useTranslation('kyc.admin');
  const now = useNow(true, 30_000);
  if (!oldestPending) return null;
  return (
    <Button
      text={t('openOldest', {
        name: oldestPending.userName.replaceAll(' ', '\u00a0'),
        age: ageOf(oldestPending.submittedAt, now),
      })}
      variant="filled"
      size="small"
      className="wrap-anywhere max-md:w-full"
      onClick={() => onOpen(oldestPending.id)}
    />
  );
}

/** On a phone the list has the whole screen, and the first act stays below it. */
function PhoneFoot(props: OpenOldestProps) {
  const bar = useRef<HTMLDivElement>(null);
  useBarHeight(bar);
  return (
    <div ref={bar} className="sticky bottom-0 border-t border-line bg-bg px-4 py-3 empty:hidden data-tall:static">
      <OpenOldest {...props} />
    </div>
  );
}

const focusOn = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.focus();
const focusKeys = {
  a: focusOn(`[form=${reviewFormId}]`),
  n: focusOn(`#${reviewFormId} textarea`),
  '/': focusOn(`#${requestsSearchId}`),
};

/** The row after or before the focused one; without a focus, next to the open request. */
function adjacentRow(
  rows: readonly AdminKycRequest[],
  step: 1 | -1,
  openId: string | undefined,
): AdminKycRequest | undefined {
  const focusedIndex = rows.findIndex(({ id }) => document.activeElement?.id === requestRowId(id));
  const startIndex = focusedIndex < 0 ? rows.findIndex(({ id }) => id === openId) : focusedIndex;
  return rows[startIndex < 0 ? 0 : startIndex + step];
}

const hints = [
  { keys: ['J', 'K'], text: 'move', of: 'list' },
  { keys: ['/'], text: 'search', of: 'list' },
  { keys: ['P'], text: 'documents', of: 'request' },
  { keys: ['B'], text: 'sideBySide', of: 'request' },
  { keys: ['N'], text: 'notes', of: 'request' },
  { keys: ['Ctrl Enter'], text: 'approve', of: 'request' },
] as const;

interface RequestsFooterProps {
  shortcuts: { isOn: boolean; toggle: () => void };
  lastDecided: AdminKycRequestDetails | undefined;
  state: RequestsState;
  rows: readonly AdminKycRequest[] | undefined;
}

/** The link to the last decision, and the key hints. */
function RequestsFooter({ shortcuts, lastDecided, state, rows }: RequestsFooterProps) {
  const { t } = useTranslation('kyc.admin');
  const may = useMay();
  return (
    <>
      {lastDecided && lastDecided.id !== state.openId && (
        <LastDecided
          outcome={lastDecided.status === 'approved' ? 'done' : 'refused'}
          before={t('lastDecided')}
          href={state.hrefOf(lastDecided.id)}
        >
          {lastDecided.userName}
        </LastDecided>
      )}
      {rows?.length !== 0 && (
        <div className="flex flex-wrap items-center gap-1.5 text-xs text-faint pointer-coarse:hidden">
          {shortcuts.isOn &&
            hints
              .filter(({ of }) => of === 'list' || state.openId !== undefined)
              .filter(({ text }) => may('kyc.decide') || (text !== 'notes' && text !== 'approve'))
              .map(({ keys, text }) => (
                <span key={text} className="inline-flex items-center gap-1 whitespace-nowrap">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                  {t(`keys.${text}`)}
                </span>
              ))}
          <ShortcutsMenu shortcuts={shortcuts} />
        </div>
      )}
    </>
  );
}
