import { clsx } from 'clsx';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { percentAbove } from '#client/features/settlements/components/percent-above.ts';
import { formatCrypto, formatDate, formatMoneyText, formatPercent, formatRate } from '#client/lib/format/format.ts';
import { DottedRow, DottedRows, Slip, SlipTotal } from '#client/ui/brand/Slip.tsx';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Money } from '#client/ui/data/Money.tsx';
import { OrderPayoutSlot } from '#client/ui/layout/OrderPayoutSlot.tsx';
import { isSamePayee, type PayeeAccount } from '#shared/orders/orders.review.ts';
import { isBackStage } from '#shared/orders/orders.stages.ts';
import { isMobileRail, railKindOf } from '#shared/reference/rails.ts';
import { givenOf, termsOf } from '../components/orders.text.ts';
import type { AdminOrder, OpenOrder } from './orders.admin.queries.ts';
import { wrongNumberOf } from './orders.payee.ts';
import { mayBePaid, usePayoutNow } from './usePayoutNow.ts';

/** The slip that the customer sees; if the arrived amount differs, with the sum that would be paid for it. */
export function PayoutSlip({ order, hasRule = false }: { order: AdminOrder; hasRule?: boolean }) {
  const { t } = useTranslation('orders.admin');
  const { reference, payoutCurrency: currency } = order;
  const terms = termsOf(order);
  const payoutNow = usePayoutNow(order);
  // Further coins may arrive until the chain has confirmed them.
  const isLess = payoutNow !== undefined && order.stage !== 'confirming';
  const { feePercent, fee, net } = isLess ? payoutNow : terms;
  // This sum is not final while the customer or the team still decides, or further coins may arrive.
  const payoutLabel = isLess && payoutNow.asks === 'nobody' ? 'slip.asItStands' : 'slip.wouldPay';
  const isOpen = isLess && !mayBePaid(payoutNow);
  const label = isBackStage(order.stage) ? 'slip.owed' : isLess ? payoutLabel : 'gets';
  const unit = order.cryptoSymbol ?? order.fromCurrency ?? '';
  return (
    <Slip seed={reference} label={t('slip.title')} className="[&>section]:px-4 [&>section]:py-3">
      {isOpen ? (
        <p className="flex flex-col gap-0.5 pb-3">
          <span className="text-sm text-muted">{t('gets')}</span>
          <span className="text-xl font-semibold">{t('slip.open')}</span>
        </p>
      ) : (
        <SlipTotal label={t(label)} amount={net} currency={currency} small />
      )}
      <DottedRows className="[&>div]:py-0.5">
        {isLess && (
          <DottedRow label={t('slip.agreed')}>
            {isOpen ? (
              formatMoneyText(terms.net, currency)
            ) : (
              <s className="text-muted">{formatMoneyText(terms.net, currency)}</s>
            )}
          </DottedRow>
        )}
        {isLess ? <Coins {...payoutNow} unit={unit} agreed={order.amount} /> : <Given order={order} />}
        {isLess && hasRule && <PaidRule {...payoutNow} agreed={order.amount} />}
        <DottedRow label={t('slip.rate')}>{formatRate(unit, currency, terms.rate)}</DottedRow>
        {feePercent > 0 && (
          <DottedRow label={t('slip.fee', { percent: formatPercent(feePercent) })}>
            {formatMoneyText(`-${fee}`, currency)}
          </DottedRow>
        )}
        {isOpen && (
          <DottedRow label={t('slip.worth')}>
            <Money amount={net} currency={currency} />
          </DottedRow>
        )}
        {payoutNow && !isLess && (
          <DottedRow label={t(payoutLabel)} strong>
            <Money amount={payoutNow.net} currency={currency} />
          </DottedRow>
        )}
      </DottedRows>
    </Slip>
  );
}

function Given({ order }: { order: AdminOrder }) {
  const { t } = useTranslation('orders.admin');
  return <DottedRow label={t('slip.gave')}>{givenOf(order)}</DottedRow>;
}

interface CoinsProps {
  received: number;
  paidFor: number;
  agreed: number;
  unit: string;
}

/** The coins that the sum is for, of those that arrived; of fewer than agreed, how many came. */
function Coins({ received, paidFor, agreed, unit }: CoinsProps) {
  const { t } = useTranslation('orders.admin');
  const isPart = paidFor > 0 && paidFor < received;
  const [coins, all] = isPart ? [paidFor, received] : [received, agreed];
  return (
    <DottedRow label={t(isPart ? 'slip.paidFor' : 'slip.arrived')}>
      {coins < all
        ? t('arrivedOf', { arrived: formatCrypto(coins, unit), agreed: formatCrypto(all, unit) })
        : formatCrypto(coins, unit)}
    </DottedRow>
  );
}

/** Why only a part is paid for, where no panel beside the slip says it. */
function PaidRule({ received, paidFor, agreed }: Omit<CoinsProps, 'unit'>) {
  const { t } = useTranslation('orders.admin');
  if (paidFor >= received || paidFor <= agreed) return null;
  return (
    <div>
      <dt className="sr-only">{t('slip.paidFor')}</dt>
      <dd className="text-end text-xs text-muted">{t('slip.rule', { percent: percentAbove(agreed, paidFor) })}</dd>
    </div>
  );
}

interface PayToProps {
  order: AdminOrder & Partial<Pick<OpenOrder, 'customer'>>;
  /** True below another account: its title then stands in view. */
  isTitled?: boolean;
}

/** The payee, each line with a copy button, and whether the last payout went to the same account. */
export function PayTo({ order, isTitled = false }: PayToProps) {
  const { paymentDetails, customer } = order;
  const { t } = useTranslation(['orders.admin', 'payouts.admin']);
  const textOfLast = useLastPayoutText();
  if (!paymentDetails) return <p className="text-muted">{t('bank.none')}</p>;
  const { accountName, accountNumber, bankName, routingNumber, method } = paymentDetails;
  const isBank = railKindOf(method) === 'bank';
  const isMobile = isMobileRail(method);
  // An account that returned the money is not paid by hand again.
  const copy = (label: string) => (order.payout?.state === 'returned' ? undefined : label);
  const { state, at } = order.payout ?? {};
  const backState = state && isBack(state) ? state : undefined;
  // The return is shown once, with the bank's reason if known.
  const known = backState === 'again' ? undefined : customer?.cameBack;
  const cameBack = known
    ? t('bank.cameBack', { date: formatDate(known.at), why: t(`payouts.admin:returned.${known.reason}`) })
    : backState && at && t(`cameBack.${backState}`, { date: formatDate(at) });
  // Struck out: this account is not paid to any more, unless the customer names it again.
  const isGone = state === 'returned';
  // A changed account is read before its lines. One that money came back from is not made better by an earlier payout.
  const isOther = !isGone && Boolean(customer?.lastPayout && !isSamePayee(customer.lastPayout, paymentDetails));
  const lastPayoutText = customer && !isGone && textOfLast(customer.lastPayout, isOther);
  const account = (
    <section aria-label={t('bank.title')} className="card divide-y divide-line px-3">
      {cameBack && <p className="py-2 font-medium text-pending">{cameBack}</p>}
      {isOther && <p className="py-2 font-medium wrap-anywhere text-pending">{lastPayoutText}</p>}
      <Line
        label={isBank ? t('bank.bank') : t('bank.service')}
        text={bankName}
        copy={copy(isBank ? t('bank.copyBank') : t('bank.copyService'))}
        isGone={isGone}
      />
      <Line label={t('bank.name')} text={accountName} copy={copy(t('bank.copyName'))} />
      <Line
        label={isBank ? t('bank.account') : isMobile ? t('bank.mobile') : t('bank.email')}
        text={accountNumber}
        copy={copy(t('bank.copyAccount'))}
        isCode
        isGone={isGone}
        isWrong={wrongNumberOf(order) !== undefined}
        hold={
          order.stage === 'approved' && (
            <Suspense>
              <OrderPayoutSlot orderId={order.id} reference={order.reference} isHold />
            </Suspense>
          )
        }
      />
      {routingNumber && (
        <Line label={t('bank.routing')} text={routingNumber} copy={copy(t('bank.copyRouting'))} isCode />
      )}
      {lastPayoutText && !isOther && <p className="py-2 text-muted">{lastPayoutText}</p>}
    </section>
  );
  if (!isTitled) return account;
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-sm">{t('bank.title')}</h3>
      {account}
    </div>
  );
}

type PayoutState = NonNullable<AdminOrder['payout']>['state'];
/** The money came back and is owed. */
const isBack = (state: PayoutState): state is 'returned' | 'again' => state === 'returned' || state === 'again';

/** Says which account the last payout of the customer went to. */
function useLastPayoutText() {
  const { t } = useTranslation('orders.admin');
  return (lastAccount: (PayeeAccount & { at: string }) | null, isOther: boolean): string => {
    if (!lastAccount) return t('bank.firstPayout');
    const { accountName, accountNumber, bankName } = lastAccount;
    const date = formatDate(lastAccount.at);
    return isOther
      ? t('bank.otherThanLast', { date, payee: [accountName, bankName, accountNumber].join(', ') })
      : t('bank.sameAsLast', { date });
  };
}

/** A masked value is not copied. */
const isMasked = (text: string) => text.includes('••••');

interface LineProps {
  label: string;
  text: string;
  copy: string | undefined;
  isCode?: boolean;
  /** The money came back from there. */
  isGone?: boolean;
  /** Marks the text as one that cannot be right. */
  isWrong?: boolean;
  /** The button that holds the payout, beside a wrong number. */
  hold?: ReactNode;
}

function Line({ label, text, copy, isCode = false, isGone = false, isWrong = false, hold }: LineProps) {
  const shownText = isCode ? (
    <Ltr className={clsx('font-mono font-semibold', isWrong && 'text-rejected')}>{text}</Ltr>
  ) : (
    text
  );
  return (
    <div className="grid min-h-9 grid-cols-[5rem_minmax(0,1fr)_auto] items-center gap-2 py-0.5">
      <span className="text-muted">{label}</span>
      <span className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
        {isGone ? <s className="text-muted decoration-rejected">{shownText}</s> : shownText}
        {isWrong && hold}
      </span>
      {copy !== undefined && !isMasked(text) && <CopyButton text={text} label={copy} variant="ghost" iconOnly />}
    </div>
  );
}
