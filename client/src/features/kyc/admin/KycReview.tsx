import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcutSwitch } from '#client/lib/keys.ts';
import { useLive } from '#client/lib/socket.ts';
import { toast } from '#client/ui/toast.ts';
import { requestListsKey, requestsQuery, type DeskRequest, type DeskRequestDetails } from './kyc-desk.api.ts';
import { RequestDetail } from './RequestDetail.tsx';
import { RequestList, requestsSearchId } from './RequestList.tsx';
import { requestRowId } from './RequestRow.tsx';
import { RequestsFooter } from './RequestsFooter.tsx';
import { requestTitleId } from './FactsPane.tsx';
import { useRequestsState } from './useRequestsState.ts';

/** Identity checks at the desk: who waits, the documents, what was claimed, the decision. */
export function KycReview() {
  const { t } = useTranslation('kycDesk');
  const state = useRequestsState();
  const list = useQuery(requestsQuery(state.query));
  const rows = list.data?.items;
  const shortcuts = useShortcutSwitch();
  const [drafts] = useState(() => new Map<string, string>());
  const [told, setTold] = useState<DeskRequestDetails>();
  const comesByKey = useRef(false);
  const takeFocus = useCallback(() => {
    const comes = comesByKey.current;
    comesByKey.current = false;
    return comes;
  }, []);
  useFreshOnNews();

  const move = (by: 1 | -1) => {
    const next = neighbour(rows ?? [], by, state.openId);
    if (next) document.getElementById(requestRowId(next.id))?.focus();
  };
  const keys = {
    j: () => move(1),
    k: () => move(-1),
    '/': () => document.getElementById(requestsSearchId)?.focus(),
  };
  const next = rows?.find(({ id, status }) => status === 'pending' && id !== state.openId);
  const open = ({ id }: DeskRequest) => {
    comesByKey.current = true;
    state.open(id);
  };
  const onHeld = (request: DeskRequestDetails) => {
    drafts.delete(request.id);
    setTold(request);
    const words = request.status === 'approved' ? 'approved' : 'rejected';
    toast({ title: t(`toast.${words}.title`), text: t(`toast.${words}.text`) });
  };
  return (
    <div className="relative flex min-h-0 flex-1 flex-col md:grid md:grid-cols-[20rem_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)] xl:grid-cols-[20.5rem_minmax(0,1fr)_23rem] xl:grid-rows-[minmax(0,1fr)_auto] min-[88rem]:grid-cols-[21rem_minmax(0,1fr)_25rem]">
      <RequestList
        {...{ state, list, keys }}
        keysOn={shortcuts.isOn}
        onEnter={(id) => {
          comesByKey.current = true;
          if (id === state.openId) document.getElementById(requestTitleId)?.focus();
        }}
        className={clsx('md:flex xl:row-span-2', state.openId ? 'hidden' : 'flex flex-1')}
        footer={<RequestsFooter {...{ shortcuts, told }} hrefOf={state.hrefOf} />}
      />
      {state.openId ? (
        <RequestDetail
          key={state.openId}
          id={state.openId}
          row={rows?.find(({ id }) => id === state.openId)}
          {...{ drafts, takeFocus, onHeld }}
          hrefOf={state.hrefOf}
          keysOn={shortcuts.isOn}
          onNext={next && (() => open(next))}
          onBack={() => state.open(undefined)}
        />
      ) : (
        <p className="hidden place-items-center bg-sunken p-6 text-muted md:grid xl:col-span-2 xl:row-span-2">
          {t('pick')}
        </p>
      )}
    </div>
  );
}

/** The line after or before the one that has the focus; without a focus, beside the open request. */
function neighbour(rows: readonly DeskRequest[], by: 1 | -1, openId: string | undefined): DeskRequest | undefined {
  const focused = rows.findIndex(({ id }) => document.activeElement?.id === requestRowId(id));
  const at = focused < 0 ? rows.findIndex(({ id }) => id === openId) : focused;
  return rows[at < 0 ? 0 : at + by];
}

/** News of the list come over the socket; its lines are then fetched, never taken from the news. */
function useFreshOnNews(): void {
  const client = useQueryClient();
  useLive('kyc_queue_changed', () => void client.invalidateQueries({ queryKey: requestListsKey }));
}
