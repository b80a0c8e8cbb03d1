import { useTranslation } from 'react-i18next';
import { formatCrypto, formatMoneyText } from '#client/lib/format/format.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { Crypto, Money } from '#client/ui/data/Money.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { customerChoices } from '#shared/settlements/settlement.terms.ts';
import { useDepositChanges, type SettlementState } from '../settlements.queries.ts';
import { percentAbove } from './percent-above.ts';
import { SettlementButtons } from './SettlementActions.tsx';
import { useSettlement, type AdminOrder } from './useSettlement.ts';

/**
 * Shows the transfers of a sale, and the team's decisions on them; at a shared address the team names the transfers
 * first. Null for an order without a transfer.
 */
export function SettlementPanel({ order, isBrief }: Pick<PanelProps, 'order' | 'isBrief'>) {
  const settlementResult = useSettlement(order);
  useDepositChanges('GET /api/admin/transactions/:id/settlement');
  return settlementResult && <Panel {...{ order, isBrief }} {...settlementResult} />;
}

interface PanelProps {
  order: AdminOrder;
  /** True if verdict and slip show what arrived and what is paid: neither is repeated. */
  isBrief: boolean;
  state: SettlementState;
  namedIds: readonly string[];
  decidedIds: readonly string[];
  /** `undefined` for a sale with an own address: its transfers are known. */
  onName: ((ids: readonly string[]) => void) | undefined;
  isInBar: boolean;
}

function Panel({ order, isBrief, state, namedIds, decidedIds, onName, isInBar }: PanelProps) {
  const { computed, live, transfers } = state;
  const { t } = useTranslation('settlements.admin');
  const may = useMay();
  const isMe = useIsMe();
  const symbol = order.cryptoSymbol ?? '';
  const figures = live ?? computed;
  const mayName = may('orders.decide') && !isMe(order.userId);
  const isWaiting = transfers.some(({ id, isFinal }) => namedIds.includes(id) && !isFinal);
  const coins = (id: 'received' | 'missing' | 'surplus' | 'paidFor' | 'rest', amount: number, strong = false) =>
    [t(id), <Crypto key={id} amount={amount} symbol={symbol} strong={strong} />] as const;
  const rest = coins('rest', figures.rest);
  const rows = isBrief
    ? // The verdict above has what came and what was agreed: here is how the payout follows from it.
      figures.rest > 0
      ? [coins('paidFor', figures.paidFor), rest]
      : []
    : [
        coins('received', figures.received),
        ...(computed.missing > 0 ? [coins('missing', computed.missing, true)] : []),
        ...(computed.surplus > 0 ? [coins('surplus', computed.surplus, true)] : []),
        coins('paidFor', figures.paidFor),
        rest,
        [t('agreed'), <Money key="agreed" amount={order.payoutAmount} currency={order.payoutCurrency} />] as const,
        [t('net'), <Money key="net" amount={figures.net} currency={order.payoutCurrency} />] as const,
      ];
  return (
    <section aria-labelledby="settlement" className="flex flex-col gap-3 border-t border-line p-4 text-sm">
      <h3 id="settlement" className="text-base">
        {t('title')}: {t(`outcome.${figures.outcome}`)}
      </h3>
      {!live && <Rule order={order} computed={computed} />}
      <dl className="grid grid-cols-2 gap-x-3 gap-y-1 empty:hidden">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="text-end">{value}</dd>
          </div>
        ))}
      </dl>
      {onName && mayName && <Names transfers={transfers} namedIds={namedIds} symbol={symbol} onName={onName} />}
      {isWaiting && <p className="text-pending">{t('notFinal')}</p>}
      {!live && computed.asks === 'customer' && <CustomerChoices order={order} computed={computed} />}
      {/* The stage of an own address says it. */}
      {!live && computed.asks === 'desk' && mayName && order.stage !== 'question' && (
        <p className="font-medium text-pending">{t('asksDesk')}</p>
      )}
      {!isInBar && <SettlementButtons order={order} state={state} namedIds={decidedIds} />}
    </section>
  );
}

type OutcomeProps = { order: AdminOrder; computed: SettlementState['computed'] };

/** The rule of the quote that a much larger transfer exceeds, with its bound: coins above it are not paid for. */
function Rule({ order, computed: { outcome, paidFor, asks } }: OutcomeProps) {
  const { t } = useTranslation('settlements.admin');
  if (outcome !== 'over_far' || asks !== 'desk') return null;
  const bound = formatCrypto(paidFor, order.cryptoSymbol ?? '');
  return <p className="text-muted">{t('rule.overFar', { percent: percentAbove(order.amount, paidFor), bound })}</p>;
}

/** Lists the customer's choices with their results; the bar names the deadline. */
function CustomerChoices({ order, computed: { choices, missing, received, net } }: OutcomeProps) {
  const { t } = useTranslation('settlements.admin');
  const symbol = order.cryptoSymbol ?? '';
  const texts = {
    top_up: t('choice.topUp', {
      missing: formatCrypto(missing, symbol),
      payout: formatMoneyText(order.payoutAmount, order.payoutCurrency),
    }),
    take: t('choice.take', {
      received: formatCrypto(received, symbol),
      payout: formatMoneyText(net, order.payoutCurrency),
    }),
    accept_rate: t('choice.acceptRate', { payout: formatMoneyText(net, order.payoutCurrency) }),
    refund: t('choice.refund', { received: formatCrypto(received, symbol) }),
  };
  const open = customerChoices.filter((choice) => choices.includes(choice));
  return (
    <>
      <p className="text-muted">{t('asksCustomer')}</p>
      <ul className="flex flex-col gap-1.5">
        {open.map((choice) => (
          <li key={choice} className="flex items-baseline gap-2">
            <span aria-hidden="true" className="size-1.5 shrink-0 -translate-y-0.5 rounded-full bg-line-strong" />
            {texts[choice]}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The transfers to a shared address without another order, from which the member names those of this sale. */
function Names({
  transfers,
  namedIds,
  symbol,
  onName,
}: Pick<SettlementState, 'transfers'> & {
  namedIds: readonly string[];
  symbol: string;
  onName: (ids: readonly string[]) => void;
}) {
  const { t } = useTranslation('settlements.admin');
  const freeTransfers = transfers.filter(({ id, isNamed }) => !isNamed || namedIds.includes(id));
  if (freeTransfers.length === 0) return null;
  return (
    <fieldset className="flex flex-col">
      <legend className="text-muted">{t('name')}</legend>
      {freeTransfers.map(({ id, amount, txHash }) => (
        <Checkbox
          key={id}
          checked={namedIds.includes(id)}
          onChange={({ target }) =>
            onName(target.checked ? [...namedIds, id] : namedIds.filter((namedId) => namedId !== id))
          }
          label={
            <>
              <Crypto amount={amount} symbol={symbol} />{' '}
              <bdi dir="ltr" className="font-mono text-xs">
                {shortAddress(txHash)}
              </bdi>
            </>
          }
        />
      ))}
    </fieldset>
  );
}
