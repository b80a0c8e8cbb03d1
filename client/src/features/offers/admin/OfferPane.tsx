import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check, Copy, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockTime, dateText, formatCrypto, formatDateTime, type Instant } from '#client/lib/format/format.ts';
import { useShortcutKeys, useShortcutSwitch } from '#client/lib/keyboard/useShortcutKeys.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { DottedRow } from '#client/ui/brand/Slip.tsx';
import { useCopy } from '#client/ui/data/CopyButton.tsx';
import { Kbd } from '#client/ui/data/Kbd.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Time } from '#client/ui/data/Money.tsx';
import { Qr } from '#client/ui/data/Qr.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { Button, IconButton, TextLink } from '#client/ui/form/Button.tsx';
import { useBarHeight } from '#client/ui/layout/useBarHeight.ts';
import { Actions, shown } from '#client/ui/overlay/Actions.tsx';
import { withdrawOffer } from '#shared/offers/offers.contract.ts';
import { languages } from '#shared/reference/languages.ts';
import { OfferSlip } from '../components/OfferSlip.tsx';
import { offerQuery, offerRoutes, type AdminOffer } from '../offers.queries.ts';
import { CounterSaleDialog } from './CounterSaleDialog.tsx';
import { OfferStatus } from './OfferStatus.tsx';

/** One offer: its terms, its message and its link, and the actions on it in a bar that stays in view. */
export function OfferPane({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('offers.admin');
  const { data: offer, error, refetch } = useQuery(offerQuery(id));
  return (
    <aside
      aria-label={t('pane.label')}
      className="flex flex-col gap-4 border-line p-4 max-lg:w-full lg:sticky lg:top-0 lg:w-96 lg:border-s xl:w-md"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {offer && <OfferStatus state={offer.state} />}
        <h2 className="order-last min-w-0 basis-full text-base wrap-break-word">
          {offer && titleOf(offer, t('anybody'))}
        </h2>
        <span className="ms-auto" />
        {offer && <Withdrawal offer={offer} />}
        <IconButton label={t('pane.close')} onClick={onClose}>
          <X className="size-5" />
        </IconButton>
      </div>
      {error && <AdminProblem error={error} title={t('list.failed')} onRetry={() => void refetch()} />}
      {!offer && !error && <Skeleton className="flex flex-col gap-4" line={['h-56', 'h-32']} />}
      {offer && <Details offer={offer} />}
    </aside>
  );
}

const formatZonedTime = (at: Instant): string =>
  dateText(at, { day: 'numeric', month: 'short', year: 'numeric', ...clockTime, timeZoneName: 'short' });

const titleOf = ({ amount, coin, userName }: AdminOffer, anybodyText: string) =>
  `${formatCrypto(amount, coin.symbol)} · ${userName ?? anybodyText}`;

function Details({ offer }: { offer: AdminOffer }) {
  const { t } = useTranslation('offers.admin');
  const { id, amount, coin, payoutCurrency, terms, expiresAt, state, note, madeBy, createdAt } = offer;
  const amountText = formatCrypto(amount, coin.symbol);
  const { link, text, textLanguage } = offer;
  return (
    <>
      <OfferSlip
        seed={id}
        label={t('pane.gets', { amount: amountText })}
        {...{ symbol: coin.symbol, currency: payoutCurrency, terms }}
      >
        <DottedRow label={t('pane.network')} prose>
          {coin.network}
        </DottedRow>
        <DottedRow label={t('pane.until')} prose>
          {/* The zone too: the message below has the same time in UTC. */}
          {formatZonedTime(expiresAt)}
        </DottedRow>
      </OfferSlip>
      {offer.tampered && <Note tone="danger">{t('pane.tampered')}</Note>}
      {offer.quoteExpiresAt && <p>{t('heldTo', { time: formatDateTime(offer.quoteExpiresAt) })}</p>}
      {offer.orderId && (
        <TextLink to={`/admin/transactions?show=all&tx=${offer.orderId}`}>
          {t('pane.order', { reference: offer.orderReference ?? '' })}
        </TextLink>
      )}
      {state === 'open' && text !== null && <Message text={text} language={textLanguage} />}
      {state === 'open' && link !== null && <Link link={link} />}
      <p className="text-sm text-muted">
        {t('pane.made', { name: madeBy.name })} · <Time at={createdAt} />
      </p>
      {note && (
        <p className="text-sm wrap-anywhere">
          <span className="text-muted">{t('form.note')}:</span> {note}
        </p>
      )}
      <Bar offer={offer} />
    </>
  );
}

/** Ends the offer: a rare step, in a menu beside its name. */
function Withdrawal({ offer }: { offer: AdminOffer }) {
  const { t } = useTranslation('offers.admin');
  return (
    <Actions
      row={offer}
      rowOf={titleOf(offer, t('anybody'))}
      ownerId={offer.userId}
      actions={[
        shown(withdrawOffer, {
          label: t('withdraw.label'),
          isRare: true,
          confirm: t('withdraw.yes'),
          children: <p>{t('withdraw.text')}</p>,
        }),
      ]}
      failed={t('withdraw.failed')}
      reads={offerRoutes}
    />
  );
}

/** The bar with the next steps stays in view: copying the message, or opening the order. */
function Bar({ offer }: { offer: AdminOffer }) {
  const bar = useRef<HTMLDivElement>(null);
  useBarHeight(bar);
  const { state, text, tampered } = offer;
  return (
    <div
      ref={bar}
      className="sticky bottom-0 -mx-4 -mb-4 flex flex-wrap items-start gap-2 border-t border-line bg-bg px-4 py-3 empty:hidden data-tall:static max-sm:*:basis-full"
    >
      {state === 'open' && text !== null && <CopyMessage text={text} />}
      {(state === 'open' || state === 'taken') && !tampered && <Counter offer={offer} />}
    </div>
  );
}

/** Opens the order of an offer for its customer; hidden in one's own case. */
function Counter({ offer }: { offer: AdminOffer }) {
  const { t } = useTranslation('offers.admin');
  const [isOpen, setOpen] = useState(false);
  const may = useMay();
  const isMe = useIsMe();
  if (!may('orders.decide') || isMe(offer.userId)) return null;
  return (
    <div>
      <Button text={t('counter.open')} size="small" className="max-sm:w-full" onClick={() => setOpen(true)} />
      {isOpen && <CounterSaleDialog offer={offer} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** The message to send next, in the language of its reader. */
function Message({ text, language }: { text: string; language: string }) {
  const { t } = useTranslation('offers.admin');
  return (
    <section aria-labelledby="offer-message" className="flex flex-col gap-2">
      <h3 id="offer-message" className="text-sm font-semibold">
        {t('pane.message')}{' '}
        <span className="font-normal text-muted">
          {languages.find(({ code }) => code === language)?.name ?? language}
        </span>
      </h3>
      <p dir="auto" className="rounded-control border border-line-strong p-3 text-sm wrap-anywhere">
        {text}
      </p>
      <p className="text-xs text-muted">{t('pane.private')}</p>
    </section>
  );
}

/** The link alone, with its QR code. */
function Link({ link }: { link: string }) {
  const { t } = useTranslation('offers.admin');
  const copied = useCopyKey('l', link);
  return (
    <section aria-labelledby="offer-link" className="flex items-start gap-4">
      <Qr text={link} label={t('pane.qr')} sizePx={112} />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
        <h3 id="offer-link" className="text-sm font-semibold">
          {t('pane.link')}
        </h3>
        <Ltr className="w-full rounded-control border border-line px-3 py-2 font-mono text-xs wrap-anywhere">
          {link.replace(/^https?:\/\//, '')}
        </Ltr>
        <CopyKeyButton text={t('pane.copyLink')} shortcut="L" copied={copied} />
        <p className="text-xs text-muted">{t('pane.whoever')}</p>
      </div>
    </section>
  );
}

function CopyMessage({ text }: { text: string }) {
  const { t } = useTranslation('offers.admin');
  const copied = useCopyKey('c', text);
  return <CopyKeyButton text={t('pane.copyMessage')} shortcut="C" filled copied={copied} />;
}

/** Copies a text on a press, or by its key for members who make offers. */
function useCopyKey(key: string, text: string) {
  const copied = useCopy(text);
  const may = useMay();
  const isOn = useShortcutSwitch().isOn && may('offers.write');
  useShortcutKeys('screen', { [key]: copied.copy }, isOn);
  return copied;
}

interface CopyKeyButtonProps {
  text: string;
  shortcut: string;
  filled?: boolean;
  copied: ReturnType<typeof useCopy>;
}

/** Copies on a press or by its key; the button shows the result, and a screen reader announces it. */
function CopyKeyButton({ text, shortcut, filled = false, copied: { outcome, copy } }: CopyKeyButtonProps) {
  const { t } = useTranslation();
  const Icon = outcome === 'done' ? Check : Copy;
  return (
    <span className={clsx('flex flex-col gap-1', filled ? 'min-w-fit flex-1' : 'items-start')}>
      <Button
        variant={filled ? 'filled' : 'outline'}
        size="small"
        icon={<Icon className="size-4" strokeWidth={2} />}
        onClick={copy}
      >
        {text} <Kbd onFill={filled}>{shortcut}</Kbd>
      </Button>
      <output className={outcome === 'failed' ? 'text-xs text-rejected' : outcome === 'done' ? 'text-xs' : 'sr-only'}>
        {outcome === 'done' ? t('copy.done') : outcome === 'failed' ? t('copy.failed') : ''}
      </output>
    </span>
  );
}
