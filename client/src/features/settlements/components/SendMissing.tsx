import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SendTo } from '#client/features/deposits/components/SendTo.tsx';
import type { OwnDeposit } from '#client/features/deposits/deposits.queries.ts';
import { formatCrypto, formatDateTime, formatMoneyText } from '#client/lib/format/format.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import type { Api } from '#shared/api.ts';
import { amountOf } from '#shared/kernel/money.ts';
import { paymentUri } from '#shared/sell/sell.payment-uri.ts';

interface SendMissingProps {
  details: Api['GET /api/transactions/:id']['output'];
  deposit: OwnDeposit;
  onBack: () => void;
}

/** Where the missing coins of a sale go: the same address, the exact amount, and until when the rate is kept. */
export function SendMissing({ details, deposit, onBack }: SendMissingProps) {
  const { t } = useTranslation('settlements');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { cryptoId, cryptoName, cryptoSymbol, payoutAmount, payoutCurrency } = details;
  const { missing, address, memo, xAddress, inTimeUntil } = deposit;
  const coin = { id: cryptoId ?? '', name: cryptoName ?? '', symbol: cryptoSymbol ?? '' };
  const uri = paymentUri({ cryptoId: coin.id, address, memo, amount: amountOf('coin', String(missing)) });
  return (
    <section aria-labelledby="send-missing" className="flex flex-col gap-3 card border-pending/45 p-4">
      <h3 id="send-missing" className="text-lg" tabIndex={-1} ref={heading}>
        {t('top_up', { amount: formatCrypto(missing, coin.symbol) })}
      </h3>
      <p>
        {t('sameAddress')} {t('getThen', { amount: formatMoneyText(payoutAmount, payoutCurrency) })}
      </p>
      {inTimeUntil && <p className="font-medium">{t('sendBy', { time: formatDateTime(inTimeUntil) })}</p>}
      {address === '' ? (
        <Note tone="danger">{t('noAddress')}</Note>
      ) : (
        <div className="-mx-2 border-y border-line">
          <SendTo coin={coin} amount={missing} deposit={{ address, memo, uri, xAddress }} />
        </div>
      )}
      <Button text={t('chooseAgain')} className="self-start" onClick={onBack} />
    </section>
  );
}
