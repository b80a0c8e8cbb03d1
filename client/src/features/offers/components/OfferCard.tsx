import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatCrypto } from '#client/lib/format/format.ts';
import { DottedRow, DottedRows } from '#client/ui/brand/Slip.tsx';
import { Money, Time } from '#client/ui/data/Money.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { offerPath } from '#shared/offers/offers.code.ts';
import { offerLinkQuery } from '../offers.link.queries.ts';

/** An offer whose link is in a message: its terms and its link. */
export function OfferCard({ code }: { code: string }) {
  const { t } = useTranslation('offers');
  const { data: offer } = useQuery(offerLinkQuery(code));
  if (offer === undefined) return null;
  if (offer === null) return <p className="text-sm text-muted">{t('over.title')}</p>;
  const { amount, coin, net, currency, expiresAt } = offer;
  const isTaken = offer.state === 'taken';
  return (
    <section aria-label={t('slip.title')} className="card w-full p-4">
      <DottedRows>
        <DottedRow label={t('slip.send')}>{formatCrypto(amount, coin.symbol)}</DottedRow>
        <DottedRow label={t('slip.get')} strong>
          <Money amount={net} currency={currency} />
        </DottedRow>
        {!isTaken && (
          <DottedRow label={t('slip.until')} prose>
            <Time at={expiresAt} />
          </DottedRow>
        )}
      </DottedRows>
      {isTaken && <p className="mt-2 text-sm text-muted">{t('slip.taken')}</p>}
      <ButtonLink text={t(isTaken ? 'goOn' : 'see')} wide className="mt-3" to={offerPath(code)} />
    </section>
  );
}
