import { useTranslation } from 'react-i18next';
import { SendTo } from '#client/features/deposits/components/SendTo.tsx';
import type { OwnDeposit } from '#client/features/deposits/deposits.queries.ts';
import type { Api } from '#shared/api.ts';
import { amountOf } from '#shared/kernel/money.ts';
import { paymentUri } from '#shared/sell/sell.payment-uri.ts';

interface SendMissingProps {
  details: Api['GET /api/transactions/:id']['output'];
  deposit: OwnDeposit;
}

/** The address for the missing coins of a sale, which is its own, and the exact amount. */
export function SendMissing({ details, deposit }: SendMissingProps) {
  const { t } = useTranslation('sell');
  const { cryptoId, cryptoName, cryptoSymbol } = details;
  const { missing, address, memo, xAddress } = deposit;
  const coin = { id: cryptoId ?? '', name: cryptoName ?? '', symbol: cryptoSymbol ?? '' };
  const uri = paymentUri({ cryptoId: coin.id, address, memo, amount: amountOf('coin', String(missing)) });
  return (
    <section aria-label={t('deposit.label')} className="card overflow-hidden">
      <SendTo coin={coin} amount={missing} deposit={{ address, memo, uri, xAddress }} isCopiedBelow />
    </section>
  );
}
