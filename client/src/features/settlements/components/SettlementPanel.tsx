import { useTranslation } from 'react-i18next';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { Crypto, Money } from '#client/ui/data/Money.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { useDepositChanges, type SettlementState } from '../settlements.queries.ts';
import { ChoiceClock } from './ChoiceClock.tsx';
import { SettlementButtons } from './SettlementActions.tsx';
import { useSettlement, type AdminOrder } from './useSettlement.ts';

/**
 * Transfers of a sale, and the team's decisions about them; at a shared address the team names the transfers first.
 * Shows nothing for orders that no transfer arrived for.
 */
export function SettlementPanel({ order }: { order: AdminOrder }) {
  const settlement = useSettlement(order);
  useDepositChanges('GET /api/admin/transactions/:id/settlement');
  return settlement && <Panel order={order} {...settlement} />;
}

interface PanelProps {
  order: AdminOrder;
  state: SettlementState;
  named: readonly string[];
  decided: readonly string[];
  /** `undefined` for a sale with an own address: its transfers are known. */
  onName: ((ids: readonly string[]) => void) | undefined;
  isInBar: boolean;
}

function Panel({ order, state, named, decided, onName, isInBar }: PanelProps) {
  const { computed, live, transfers } = state;
  const { t } = useTranslation('settlements.admin');
  const may = useMay();
  const isMe = useIsMe();
  const symbol = order.cryptoSymbol ?? '';
  const figures = live ?? computed;
  const mayName = may('orders.decide') && !isMe(order.userId);
  const isWaiting = transfers.some(({ id, isFinal }) => named.includes(id) && !isFinal);
  const rows = [
    [t('received'), <Crypto key="received" amount={figures.received} symbol={symbol} />],
    ...(computed.missing > 0
      ? [[t('missing'), <Crypto key="missing" amount={computed.missing} symbol={symbol} strong />] as const]
      : []),
    ...(computed.surplus > 0
      ? [[t('surplus'), <Crypto key="surplus" amount={computed.surplus} symbol={symbol} strong />] as const]
      : []),
    [t('paidFor'), <Crypto key="paid" amount={figures.paidFor} symbol={symbol} />],
    [t('rest'), <Crypto key="rest" amount={figures.rest} symbol={symbol} />],
    [t('agreed'), <Money key="agreed" amount={order.payoutAmount} currency={order.payoutCurrency} />],
    [t('net'), <Money key="net" amount={figures.net} currency={order.payoutCurrency} />],
  ] as const;
  return (
    <section aria-labelledby="settlement" className="flex flex-col gap-3 border-t border-line p-4 text-sm">
      <h3 id="settlement" className="text-base">
        {t('title')}: {t(`outcome.${figures.outcome}`)}
      </h3>
      <dl className="grid grid-cols-2 gap-x-3 gap-y-1">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="text-end">{value}</dd>
          </div>
        ))}
      </dl>
      {onName && mayName && <Names transfers={transfers} named={named} symbol={symbol} onName={onName} />}
      {isWaiting && <p className="text-pending">{t('notFinal')}</p>}
      {!live && computed.asks === 'customer' && (
        <p className="text-pending">
          {t('asksCustomer')} <ChoiceClock order={order} />
        </p>
      )}
      {!live && computed.asks === 'desk' && mayName && <p className="text-pending">{t('asksDesk')}</p>}
      {!isInBar && <SettlementButtons order={order} state={state} named={decided} />}
    </section>
  );
}

/** The transfers of a shared address that no other order has, to say which are of this sale. */
function Names({
  transfers,
  named,
  symbol,
  onName,
}: Pick<SettlementState, 'transfers'> & {
  named: readonly string[];
  symbol: string;
  onName: (ids: readonly string[]) => void;
}) {
  const { t } = useTranslation('settlements.admin');
  const freeTransfers = transfers.filter(({ id, isNamed }) => !isNamed || named.includes(id));
  if (freeTransfers.length === 0) return null;
  return (
    <fieldset className="flex flex-col">
      <legend className="text-muted">{t('name')}</legend>
      {freeTransfers.map(({ id, amount, txHash }) => (
        <Checkbox
          key={id}
          checked={named.includes(id)}
          onChange={({ target }) => onName(target.checked ? [...named, id] : named.filter((known) => known !== id))}
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
