import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { normaliseAmount } from '#client/lib/format/amount-input.ts';
import { formatCrypto, formatDateTime } from '#client/lib/format/format.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import type { StripProps } from '#client/ui/layout/Strips.tsx';
import { coinById } from '#shared/reference/coins.ts';
import { clearSellDraft, readUnfinishedSale } from './sell.draft.ts';
import type { SellWizard } from './useSellWizard.ts';

/** A sale that was left before its rate was locked: what is left to do, and until when it is stored. */
export function useUnfinishedSaleStrip(user: SessionUser): StripProps[] {
  const { t, i18n } = useTranslation('sell');
  const [sale, setSale] = useState(() => readUnfinishedSale(user));
  const amount = sale && normaliseAmount(sale.draft.amount, i18n.language);
  const coin = sale && coinById(sale.draft.cryptoId);
  if (!amount || !coin) return [];
  const { currency, waitsForId } = sale.draft;
  const startOver = () => {
    setSale(undefined);
    void clearSellDraft(user.id);
  };
  return [
    {
      id: 'draft',
      icon: <CoinIcon symbol={coin.symbol} />,
      title: t('open.title'),
      text: t(waitsForId ? 'open.draftForId' : 'open.draft', {
        amount: formatCrypto(amount, coin.symbol),
        currency,
        time: formatDateTime(sale.storedUntil),
      }),
      action: (
        <>
          <Button variant="ghost" onClick={startOver}>
            {t('open.startOver')}
          </Button>
          <ButtonLink variant="tonal" to="/sell">
            {t('open.resume')}
          </ButtonLink>
        </>
      ),
    },
  ];
}

export function ResumedNote({ resumed, startOver }: SellWizard) {
  const { t } = useTranslation('sell');
  if (!resumed) return null;
  return (
    <Note
      action={
        <button type="button" className="-my-3 min-h-11 text-link font-medium" onClick={startOver}>
          {t('open.startOver')}
        </button>
      }
    >
      {t('open.resumed')}
    </Note>
  );
}
