import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { KycRequired } from '#client/features/kyc/components/KycRequired.tsx';
import { useArrivalIfNow } from '#client/features/sell/components/useArrivalIfNow.ts';
import { openQuotesQuery } from '#client/features/sell/sell.queries.ts';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { hasCode } from '#client/lib/api/call.ts';
import { useHydrated } from '#client/lib/browser/useHydrated.ts';
import { onThisDevice } from '#client/lib/browser/useNow.ts';
import {
  formatCrypto,
  formatMoneyText,
  formatPercent,
  formatRate,
  formatTime,
  formatUtc,
} from '#client/lib/format/format.ts';
import { useSession } from '#client/lib/session/session.ts';
import { DottedRow, DottedRows, PerforatedEdge, Slip, SlipNote, SlipTotal } from '#client/ui/brand/Slip.tsx';
import { Money, Time } from '#client/ui/data/Money.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { EmptyState, LoadedQuery } from '#client/ui/feedback/States.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { Page } from '#client/ui/layout/Page.tsx';
import { offerLinkQuery, useTakeOffer, type OfferLink } from '../offers.link.queries.ts';

/** The page of an offer link: its terms, and the button that takes it. Opening the page changes nothing. */
export function OfferPage() {
  const { t } = useTranslation('offers');
  const { code = '' } = useParams();
  const offer = useQuery(offerLinkQuery(code));
  const { data } = offer;
  if (data === null) return <EndedOffer />;
  const givenText = data && formatCrypto(data.amount, data.coin.symbol);
  return (
    <Page
      title={data ? t('title', { given: givenText, net: formatMoneyText(data.net, data.currency) }) : t('loading')}
      description={data && t('promised', { time: formatUtc(data.expiresAt) })}
      heading={data ? (data.state === 'taken' ? t('slip.taken') : t('heading', { given: givenText })) : t('loading')}
      width="form"
    >
      <LoadedQuery query={offer} skeleton={['h-96 rounded-card']}>
        {(shownOffer) => shownOffer && <Offer code={code} offer={shownOffer} />}
      </LoadedQuery>
    </Page>
  );
}

/** Every code that cannot be taken gets the same answer: a stranger must not learn the difference. */
function EndedOffer() {
  const { t } = useTranslation('offers');
  return (
    <Page title={t('over.title')} width="form">
      <EmptyState
        title={t('over.text')}
        text={t('over.today')}
        action={<ButtonLink text={t('over.sell')} variant="filled" to="/sell" />}
      />
    </Page>
  );
}

function Offer({ code, offer }: { code: string; offer: OfferLink }) {
  const { t } = useTranslation('offers');
  // The server does not know the visitor's clock.
  const isHydrated = useHydrated();
  const isSignedIn = useSession().status === 'signedIn';
  const { coin, amount, net, gross, rate, fee, feePercent, currency, expiresAt } = offer;
  const isTaken = offer.state === 'taken';
  const minutes = useQuery(settingsQuery).data?.limits.quoteMinutes ?? '';
  return (
    <Slip seed={`${coin.id}${amount}`} label={t('slip.title')} title={t('slip.title')}>
      <DottedRows className="mt-3 mb-2">
        <DottedRow label={t('slip.send')}>{formatCrypto(amount, coin.symbol)}</DottedRow>
        <DottedRow label={t('slip.network')} prose>
          {coin.network}
        </DottedRow>
        <DottedRow label={t('slip.rate')}>{formatRate(coin.symbol, currency, rate)}</DottedRow>
        <DottedRow label={t('slip.subtotal')}>
          <Money amount={gross} currency={currency} />
        </DottedRow>
        <DottedRow label={t('slip.fee', { percent: formatPercent(feePercent) })}>
          <Money amount={-fee} currency={currency} />
        </DottedRow>
        <Arrival currency={currency} />
        {/* Once the offer is taken, the lock of its sale applies. */}
        {isTaken ? (
          <Lock offer={offer} />
        ) : (
          <DottedRow label={t('slip.until')} prose strong>
            {isHydrated ? <Time at={expiresAt} /> : formatUtc(expiresAt)}
          </DottedRow>
        )}
      </DottedRows>
      <PerforatedEdge />
      <SlipTotal label={t('slip.get')} amount={net} currency={currency} />
      <TakeOffer code={code} offer={offer} />
      <SlipNote>{t(isTaken ? 'slip.noteTaken' : isSignedIn ? 'slip.note' : 'slip.noteVisitor', { minutes })}</SlipNote>
    </Slip>
  );
}

/** Shows by when the money arrives if the offer is accepted now, in the words of the order. */
function Arrival({ currency }: Pick<OfferLink, 'currency'>) {
  const { t } = useTranslation('offers');
  const isHydrated = useHydrated();
  const { data: settings } = useQuery(settingsQuery);
  const arrival = useArrivalIfNow({ currency });
  const isKnown = isHydrated && settings !== undefined;
  if (isKnown && !arrival) return null;
  // The row has its place from the first paint: otherwise the buttons below would move away from a press.
  return (
    <DottedRow label={t('slip.arrives')} prose>
      <span className="inline-block first-letter:uppercase">
        {isKnown && arrival ? t('slip.by', { time: arrival.time }) : '…'}
      </span>
    </DottedRow>
  );
}

/** Shows until when the rate of an accepted offer is locked. */
function Lock({ offer: { coin, amount, net } }: { offer: OfferLink }) {
  const { t } = useTranslation('offers');
  const { data: open = [] } = useQuery(openQuotesQuery);
  const quote = open.find((sale) => sale.cryptoId === coin.id && sale.amount === amount && sale.netAmount === net);
  if (!quote || quote.expired) return null;
  return (
    <DottedRow label={t('slip.locked')} prose strong>
      {formatTime(onThisDevice(quote.expiresAt, quote.serverTime))}
    </DottedRow>
  );
}

/** A customer accepts it with one press; a visitor signs in or registers first, and returns here. */
function TakeOffer({ code, offer }: { code: string; offer: OfferLink }) {
  const { t } = useTranslation(['offers', 'common']);
  const navigate = useNavigate();
  const isSignedIn = useSession().status === 'signedIn';
  const take = useTakeOffer(code);
  const next = encodeURIComponent(`/o/${code}`);
  if (!isSignedIn) {
    return (
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          text={t('common:action.createAccount')}
          variant="filled"
          className="flex-1 basis-40"
          to={`/register?next=${next}`}
        />
        <ButtonLink text={t('common:action.signIn')} className="flex-1 basis-40" to={`/login?next=${next}`} />
      </div>
    );
  }
  const goOn = ({ quoteId, cryptoId, amount, currency }: AcceptedOffer) => {
    const sale = new URLSearchParams({ step: '3', quote: quoteId, crypto: cryptoId, amount: String(amount), currency });
    void navigate(`/sell?${sale}`);
  };
  return (
    <div className="flex flex-col gap-3">
      <SendButton
        text={offer.state === 'taken' ? t('goOn') : t('take', { net: formatMoneyText(offer.net, offer.currency) })}
        variant="filled"
        wide
        busy={take.isPending}
        onClick={() => take.mutate(undefined, { onSuccess: goOn })}
      />
      {hasCode(take.error, 'kyc_required') ? (
        <KycRequired error={take.error} title={t('failed')} onDecided={take.reset} />
      ) : (
        <Problem error={take.error} title={t('failed')} />
      )}
    </div>
  );
}

type AcceptedOffer = { quoteId: string; cryptoId: string; amount: number; currency: string };
