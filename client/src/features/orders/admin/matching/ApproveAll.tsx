import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useOpenParam } from '#client/lib/browser/useListParams.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { formatMoneyText, maskedAccount } from '#client/lib/format/format.ts';
import { formatList } from '#client/lib/format/list.ts';
import { Kbd } from '#client/ui/data/Kbd.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Money } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ScrollRegion } from '#client/ui/layout/ScrollRegion.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { undoSeconds } from '#shared/orders/orders.lifecycle.ts';
import { TakeBackButton } from '../decide/TakeBackButton.tsx';
import { sumsOf, useApproveMany, type Match, type Matching } from './orders.matching.queries.ts';
import { useLeftReason } from './useLeftReason.ts';

export const approveAllId = 'orders-approve-all';
const openKeys = ['Shift', 'B'];

const noneChosen: ReadonlySet<string> = new Set();

interface ApproveAllProps {
  matching: Matching;
  /** These of them instead of all, where some are chosen; never others, also once none of these is left. */
  chosen?: ReadonlySet<string> | undefined;
  /** Ends the choice. */
  onClear?: () => void;
  /** True beside an open order, whose own decision is the filled button. */
  isBeside?: boolean;
}

/**
 * Approves all orders without a flag together ("143 match. Approve all"); the other orders stay, each with its reason.
 */
export function ApproveAll(props: ApproveAllProps) {
  const { chosen = noneChosen, onClear, isBeside = false } = props;
  const { matching: all, left } = props.matching;
  const { t } = useTranslation(['orders.admin', 'orders.matching']);
  const [askedOrders, setAskedOrders] = useState<readonly Match[]>();
  const [isOpen, setOpen] = useOpenParam('approve');
  const many = useApproveMany();
  const isChoice = chosen.size > 0;
  const orders = isChoice ? all.filter(({ id }) => chosen.has(id)) : all;
  const only = orders.length === 1 && !isChoice ? orders[0] : undefined;
  const open = only
    ? t('orders.matching:openOne', { amount: formatMoneyText(only.payout, only.currency) })
    : t(isChoice ? 'orders.matching:openChosen' : 'orders.matching:open', { count: orders.length });
  // A dialog that the address opened keeps the orders of that moment, while the list behind it changes.
  if (isOpen && !askedOrders) setAskedOrders(orders);
  return (
    <>
      <Result many={many} />
      {orders.length > 0 && (
        <Ready
          orders={orders}
          open={open}
          isBeside={isBeside}
          busy={many.approve.isPending}
          onOpen={() => {
            setAskedOrders(orders);
            setOpen(true);
          }}
        />
      )}
      {isChoice && orders.length === 0 && (
        <Note action={onClear && <Button text={t('orders.matching:clear')} size="small" onClick={onClear} />}>
          {t('orders.matching:noneChosen')}
        </Note>
      )}
      {isOpen && askedOrders && askedOrders.length > 0 && (
        <Question
          orders={askedOrders}
          left={left}
          many={many}
          onApproved={onClear}
          onClose={() => {
            setOpen(false);
            setAskedOrders(undefined);
          }}
        />
      )}
    </>
  );
}

interface ReadyProps {
  orders: readonly Match[];
  /** The text of the button. */
  open: string;
  isBeside: boolean;
  busy: boolean;
  onOpen: () => void;
}

/** How many orders are ready, their sum in each currency, and the button that asks about them. */
function Ready({ orders, open, isBeside, busy, onOpen }: ReadyProps) {
  const { t } = useTranslation('orders.matching');
  const count = orders.length;
  return (
    <section
      aria-label={t('title', { count })}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 card px-3 py-2 text-sm"
    >
      <CircleCheck aria-hidden="true" className="size-4.5 shrink-0 text-completed" />
      <p className="min-w-0 flex-1 basis-44">
        <strong className="font-semibold">{t('title', { count })}</strong>{' '}
        {count > 1 && <Ltr className="font-medium figures">{amountsOf(orders)} </Ltr>}
        <span className="text-muted">{t('text')}</span>
      </p>
      <Button
        id={approveAllId}
        size="small"
        variant={isBeside ? 'outline' : 'filled'}
        aria-label={open}
        aria-keyshortcuts="Shift+B"
        busy={busy}
        onClick={onOpen}
      >
        {open} {/* The pane beside an open order has no width for the keys: the list of shortcuts has them. */}
        {!isBeside && (
          <span className="inline-flex gap-1 max-md:hidden pointer-coarse:hidden">
            {openKeys.map((key) => (
              <Kbd key={key} onFill>
                {key}
              </Kbd>
            ))}
          </span>
        )}
      </Button>
    </section>
  );
}

/** The sum of the payouts in each currency. */
const amountsOf = (orders: readonly Match[]) =>
  formatList(sumsOf(orders).map(({ amount, currency }) => formatMoneyText(amount, currency)));

type Many = ReturnType<typeof useApproveMany>;

interface QuestionProps {
  orders: readonly Match[];
  left: Matching['left'];
  many: Many;
  onApproved: (() => void) | undefined;
  onClose: () => void;
}

/** The number of orders, the sum of each currency, and the orders that are left out. */
function Question({ orders, left, many: { approve, done }, onApproved, onClose }: QuestionProps) {
  const { t } = useTranslation(['orders.admin', 'orders.matching']);
  const count = orders.length;
  const only = count === 1 ? orders[0] : undefined;
  const amounts = amountsOf(orders);
  return (
    <ConfirmDialog
      title={t('orders.matching:dialog', { count })}
      confirm={
        approve.isPending
          ? t('orders.matching:progress', { done: done.length, count })
          : only
            ? t('orders.matching:doOne', { amount: amounts, name: only.account?.accountName ?? only.reference })
            : t('orders.matching:do', { count, amounts })
      }
      by={approve}
      failed={t('failed.approve')}
      submitKey
      onConfirm={() =>
        approve.mutate(orders, {
          onSuccess: () => {
            onClose();
            onApproved?.();
          },
        })
      }
      onClose={onClose}
    >
      {/* The button has the sum of one order, and its row too. */}
      {count > 1 && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold figures">
          <span className="text-sm font-normal text-muted">{t('orders.matching:sum')}</span> {amounts}
        </p>
      )}
      <ScrollRegion label={t('orders.matching:title', { count })} className="max-h-56 overflow-y-auto">
        <ul className="text-sm">
          {orders.map(({ id, reference, account, payout, currency }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3 border-line py-1 not-first:border-t">
              <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
                <bdi>{account?.accountName}</bdi>
                {account && (
                  <span className="block text-xs text-muted">
                    <bdi>{account.bankName}</bdi> <Ltr>{maskedAccount(account.accountNumber)}</Ltr>
                  </span>
                )}
              </span>
              <span className="flex flex-col items-end gap-x-3 sm:flex-row sm:items-baseline">
                <span className="font-mono text-xs text-muted">{reference}</span>
                <Money amount={payout} currency={currency} />
              </span>
            </li>
          ))}
        </ul>
      </ScrollRegion>
      <p className="text-sm">{t('orders.matching:later', { seconds: undoSeconds })}</p>
      <p className="text-sm text-muted">{t(only ? 'orders.matching:judgedOne' : 'orders.matching:judged')}</p>
      <Left left={left} />
    </ConfirmDialog>
  );
}

/** The orders that stay in the queue, each with its reasons. */
function Left({ left }: Pick<Matching, 'left'>) {
  const { t } = useTranslation('orders.matching');
  const reasonOf = useLeftReason();
  if (left.length === 0) return null;
  return (
    <section className="flex flex-col gap-1 text-sm">
      <h3 className="text-sm">{t('left', { count: left.length })}</h3>
      <ScrollRegion label={t('left', { count: left.length })} className="max-h-40 overflow-y-auto">
        <ul>
          {left.map(({ id, reference, reason, also }) => (
            <li key={id} className="flex items-baseline justify-between gap-3 border-t border-line py-1">
              <Link
                to={`/admin/transactions?show=all&tx=${id}`}
                className="tap-area font-mono text-xs whitespace-nowrap text-link"
              >
                {reference}
              </Link>
              <span className="min-w-0 text-end text-muted">{[reason, ...also].map(reasonOf).join(' · ')}</span>
            </li>
          ))}
        </ul>
      </ScrollRegion>
    </section>
  );
}

/** The result: approvals that can be taken back for ten seconds, and the orders that stayed with their reasons. */
function Result({ many: { approve, takeBack, done } }: { many: Many }) {
  const { t } = useTranslation(['orders.admin', 'orders.matching']);
  const reasonOf = useLeftReason();
  const now = useNow(true, 1_000);
  if (approve.data === undefined) return null;
  const approvedCount = done.filter(({ state }) => state === 'approved').length;
  const undoEndsAt = approve.data + undoSeconds * 1_000;
  const seconds = Math.min(undoSeconds, Math.ceil((undoEndsAt - now) / 1_000));
  const stayedOrders = done.flatMap(({ id, code }) => {
    const match = approve.variables?.find((order) => order.id === id);
    return code === null || !match ? [] : [{ ...match, code }];
  });
  return (
    <>
      {approvedCount > 0 && !takeBack.isSuccess && (
        <Note
          announce
          action={
            seconds > 0 && (
              <TakeBackButton until={undoEndsAt} busy={takeBack.isPending} onPress={() => takeBack.mutate()} />
            )
          }
        >
          {t('orders.matching:approved', { count: approvedCount })}{' '}
          {seconds > 0 && t('orders.matching:mails', { seconds })}
        </Note>
      )}
      {takeBack.isSuccess && (
        <Note announce>{t('orders.matching:takenBack', { count: approvedCount - takeBack.data })}</Note>
      )}
      <AdminProblem error={takeBack.error} title={t('takeBack.failed')} />
      {stayedOrders.map(({ id, reference, code }) => (
        <Note key={id} tone="warning">
          {t('table.notDone', { reference, problem: reasonOf(code) })}
        </Note>
      ))}
    </>
  );
}
