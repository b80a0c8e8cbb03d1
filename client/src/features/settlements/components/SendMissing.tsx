import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SendTo } from '#client/features/deposits/components/SendTo.tsx';
import type { OwnDeposit } from '#client/features/deposits/deposits.queries.ts';
import type { Api } from '#shared/api.ts';
import { amountOf } from '#shared/kernel/money.ts';
import { coinById } from '#shared/reference/coins.ts';
import { paymentUri } from '#shared/sell/sell.payment-uri.ts';

interface SendMissingProps {
  details: Api['GET /api/transactions/:id']['output'];
  deposit: OwnDeposit;
  /** Buttons below the address. */
  children: ReactNode;
}

/** Shows where to send the missing coins of a sale: its own address, the network and the exact amount. */
export function SendMissing({ details, deposit, children }: SendMissingProps) {
  const { t } = useTranslation('sell');
  const { cryptoId, cryptoName, cryptoSymbol } = details;
  const { missing, address, memo, xAddress } = deposit;
  const coin = { id: cryptoId ?? '', name: cryptoName ?? '', symbol: cryptoSymbol ?? '' };
  const uri = paymentUri({ cryptoId: coin.id, address, memo, amount: amountOf('coin', String(missing), coin.id) });
  return (
    <section aria-label={t('deposit.label')} className="card overflow-hidden">
      <p className="flex items-start gap-3 bg-pending-soft px-4 py-3 text-sm font-semibold md:px-6">
        <TriangleAlert className="size-5 shrink-0 text-pending" />
        {t('deposit.only', { symbol: coin.symbol, network: coinById(coin.id)?.networkHint ?? '' })}
      </p>
      <SendTo coin={coin} amount={missing} deposit={{ address, memo, uri, xAddress }} isCopiedBelow>
        <div className="mt-3 flex flex-col gap-3 sm:flex-row">{children}</div>
      </SendTo>
    </section>
  );
}
