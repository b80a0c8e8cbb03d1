import { CirclePause } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminSettings } from '#client/features/settings/admin/settings.admin.queries.ts';
import { formatPercent } from '#client/lib/format/format.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { PartLink } from '#client/ui/layout/Contents.tsx';
import { decimal, toText } from '#shared/kernel/money.ts';
import { shareLeft } from '#shared/settings/settings.offer.ts';

export type Offer = AdminSettings['offer'];

/** A line of a card, with something at its end; large letters make two of it. */
export const cardLine = 'flex flex-wrap items-center justify-between gap-x-3 gap-y-1';

/** The heading of a table of prices, what its order is, and something at its end. */
export function Heading({ text, note, children }: { text: string; note?: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <h2 className="text-base">{text}</h2>
        {note && <span className="text-xs text-muted">{note}</span>}
      </span>
      {children}
    </div>
  );
}

/** Links to the settings of the spreads, further down the page. */
export function ToSpreads() {
  const { t } = useTranslation('rates.admin');
  return (
    <PartLink id="spreads" className="inline-flex min-h-6 items-center text-sm text-link">
      {t('prices.setSpreads')}
    </PartLink>
  );
}

/** The last columns of both tables of prices have one width, so that they line up below one another. */
export const stateColumn = { width: '12rem' };
/** The column of the act on a row, at the end of both tables. */
export const pauseColumn = { header: <PauseHeader />, width: '8rem', end: true };

function PauseHeader() {
  const { t } = useTranslation('rates.admin');
  return <span className="sr-only">{t('prices.pauseTitle')}</span>;
}

/** The dash that stands for a missing value in a table. */
export const NoValue = () => <span className="text-faint">–</span>;

/** A market price, less the spread on it. */
export const priceAfterSpread = (price: number, spread = 0): string =>
  toText(decimal(String(price)).times(shareLeft(spread)));

/** A spread; nothing for members who may not read the settings. */
export const SpreadCell = ({ percent }: { percent: number | undefined }) =>
  percent === undefined ? <NoValue /> : <Ltr className="figures">{formatPercent(percent)}</Ltr>;

/** The mark of a paused row, the most conspicuous of its list. */
export function PausedState() {
  const { t } = useTranslation('rates.admin');
  return <Status bare size="small" status="pending" Icon={CirclePause} label={t('market.state.paused')} />;
}

/** Paused rows come first, each group in its own order. */
export const pausedFirst = <Row,>(rows: readonly Row[], isPaused: (row: Row) => boolean): Row[] => [
  ...rows.filter(isPaused),
  ...rows.filter((row) => !isPaused(row)),
];
