import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Hand } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { ExplorerLink, useExplorers } from '#client/features/settings/components/ExplorerLink.tsx';
import { formatCrypto, formatDateTime, formatNumber } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { OrderReferences } from '#client/ui/data/OrderReferences.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import type { Api } from '#shared/api.ts';
import { arrivedOf } from '#shared/deposits/deposits.counted.ts';
import { amountOf, toText } from '#shared/kernel/money.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { needsReason, unevenOf } from '#shared/orders/orders.verdict-levels.ts';
import { addressUrl, transactionUrl } from '#shared/settings/settings.explorers.ts';
import { isOnProof, levelStyles, shownLevelOf, verdictWord } from '../deposits.levels.ts';
import { useChainProgress, useCheckDeposit, verdictQuery, type Verdict } from '../deposits.queries.ts';

type AdminOrder = Api['GET /api/admin/transactions']['output'][number];

interface VerdictCardProps {
  order: AdminOrder;
  /** The id of the button that copies the transaction's hash, where the order has none itself. */
  copyHashId: string;
}

/** Shows the verdict on the deposit of a sale, next to the customer's proof; null for an exchange. */
export function VerdictCard({ order, copyHashId }: VerdictCardProps) {
  const { t } = useTranslation('deposits.admin');
  const isSale = order.type === 'sell';
  const { data: verdict, error, refetch } = useQuery({ ...verdictQuery(order), enabled: isSale });
  useChainProgress('GET /api/admin/transactions/:id/verdict');
  if (!isSale) return null;
  if (!verdict) {
    return error && <AdminProblem error={error} title={t('unread')} onRetry={() => void refetch()} />;
  }
  const isByHand = verdict.findings.some(({ code }) => code === 'by_hand');
  // A warning from before the decision is history after it.
  const { box, text } = levelStyles[shownLevelOf(verdict.level, order.stage)];
  const onProof = isOnProof(order, verdict.findings);
  const { Icon } = levelStyles[onProof ? 'grey' : verdict.level];
  const uneven = unevenOf(verdict.findings);
  const headline = onProof ? t('byProof') : verdictWord({ level: verdict.level, uneven }, t);
  const Sign = isByHand ? Hand : Icon;
  return (
    <section aria-labelledby="verdict-title" className="border-t border-line bg-bg px-4 py-3">
      <div className={clsx('flex flex-col gap-2 rounded-control border px-3 py-2 text-sm', box)}>
        <h2
          id="verdict-title"
          className={clsx('flex items-center gap-1.5 text-sm font-medium tracking-normal', text)}
          aria-live="polite"
        >
          <Sign aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
          {isByHand ? t('byHand') : headline}
        </h2>
        <Sums order={order} verdict={verdict} />
        <ul className="flex flex-col gap-1 empty:hidden">
          {verdict.findings
            .filter(({ code }) => code !== uneven && !onProof)
            .map((finding, index) => (
              <li key={`${finding.code} ${index}`} className="wrap-anywhere">
                <FindingText finding={finding} order={order} />
              </li>
            ))}
        </ul>
        <VerdictTransfers order={order} verdict={verdict} copyHashId={copyHashId} />
        {!isByHand && <Source order={order} verdict={verdict} />}
      </div>
    </section>
  );
}

/** One line: the agreed amount, the arrived amount, and the difference. */
function Sums({ order, verdict }: { order: AdminOrder; verdict: Verdict }) {
  const { t } = useTranslation('deposits.admin');
  const uneven = unevenOf(verdict.findings);
  if (!uneven) return null;
  const symbol = order.cryptoSymbol ?? '';
  const agreedAmount = amountOf('coin', String(order.settlement?.paidFor ?? order.amount), order.cryptoId ?? '');
  const arrivedAmount = arrivedOf(agreedAmount, verdict.findings) ?? agreedAmount;
  const difference = arrivedAmount.minus(agreedAmount).abs();
  const textOf = (amount: typeof agreedAmount) => formatCrypto(toText(amount), symbol);
  return (
    <p className="figures">
      {t(`sums.${uneven}`, {
        agreed: textOf(agreedAmount),
        arrived: textOf(arrivedAmount),
        difference: textOf(difference),
      })}
    </p>
  );
}

function Source({ order, verdict: { source, checkedAt } }: { order: AdminOrder; verdict: Verdict }) {
  const { t } = useTranslation('deposits.admin');
  const check = useCheckDeposit(order);
  const may = useMay();
  const time = checkedAt === null ? '' : formatDateTime(new Date(checkedAt));
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-xs text-muted">
      <span className="wrap-anywhere">{t('source', { source, time })}</span>
      {isOpen(order) && may('orders.decide') && (
        <Button text={t('check')} size="small" busy={check.isPending} onClick={() => check.mutate()} />
      )}
      {check.error && <AdminProblem error={check.error} title={t('unread')} onRetry={() => check.mutate()} />}
    </div>
  );
}

type Finding = Verdict['findings'][number];

/** The sentence of a finding that has variants. */
function sentenceOf({ code, params }: Finding) {
  if (code === 'short') return params['withinTolerance'] ? 'short_tolerated' : code;
  if (code === 'before_quote') return params['isAhead'] ? 'paid_ahead' : code;
  if (code === 'node_away' && params['isAsked']) return 'node_unasked';
  if (code === 'node_away') return !params['since'] ? 'node_never' : params['isOnce'] ? 'node_failed' : code;
  const { cause } = params;
  return code === 'not_found' && (cause === 'reorganised' || cause === 'replaced') ? cause : code;
}

function FindingText({ finding, order }: { finding: Finding; order: AdminOrder }) {
  const { t } = useTranslation('deposits.admin');
  const { code, params } = finding;
  const symbol = order.cryptoSymbol ?? '';
  const textParam = (name: string) => String(params[name] ?? '');
  if (code === 'belongs_elsewhere' || code === 'approved_fits' || code === 'contested') {
    return (
      <OrderReferences
        sentence={(references) => t(`finding.${code}`, { references })}
        references={[textParam('reference')]}
      />
    );
  }
  const rivalReferences = textParam('references').split(' ').filter(Boolean);
  if (code === 'two_fit' && rivalReferences.length > 0)
    return (
      <OrderReferences
        sentence={(references) => t('finding.fits_others', { references })}
        references={rivalReferences}
      />
    );
  const coins = (name: string) => (params[name] ? `${formatNumber(textParam(name), 18)} ${symbol}` : '');
  const number = (name: string) => (params[name] ? formatNumber(textParam(name)) : '');
  const momentParam = params[code === 'not_found' ? 'lastAt' : 'since'];
  return t(`finding.${sentenceOf(finding)}`, {
    amount: coins('amount'),
    missing: coins('missing'),
    surplus: coins('surplus'),
    confirmations: textParam('confirmations'),
    required: textParam('required'),
    height: number('blockHeight'),
    others: number('others'),
    coin: code === 'other_token' ? (order.cryptoName ?? symbol) : symbol,
    time: momentParam ? formatDateTime(new Date(String(momentParam))) : '',
  });
}

/**
 * The verdict on a sale that the chain does not confirm, or that could not be checked; undefined for every other order.
 */
export function useDoubt(order: AdminOrder): Verdict | undefined {
  const { data: verdict } = useQuery({ ...verdictQuery(order), enabled: order.type === 'sell' });
  return verdict && needsReason(verdict) ? verdict : undefined;
}

/** Reasons against approving a sale, for the dialog that approves it. */
export function DoubtNote({ order }: { order: AdminOrder }) {
  const { t } = useTranslation('deposits.admin');
  const verdict = useDoubt(order);
  if (!verdict) return null;
  return (
    <Note tone={verdict.level === 'red' ? 'danger' : 'warning'}>
      <strong className="block font-medium">
        {verdictWord({ level: verdict.level, uneven: unevenOf(verdict.findings) }, t)}
      </strong>
      {verdict.findings.map((finding, index) => (
        <p key={`${finding.code} ${index}`} className="wrap-anywhere">
          <FindingText finding={finding} order={order} />
        </p>
      ))}
    </Note>
  );
}

type VerdictReasonProps = Omit<ComponentProps<typeof TextArea>, 'label'> & {
  order: AdminOrder;
  /** The server asked the node once more, and then requires a reason. */
  isAsked: boolean;
};

/** Asks why a sale is approved although the chain does not confirm it or could not be asked; shown only then. */
export function VerdictReason({ order, isAsked, ...field }: VerdictReasonProps) {
  const { t } = useTranslation('deposits.admin');
  const doubtDetails = useDoubt(order);
  if (!doubtDetails && !isAsked) return null;
  return <TextArea label={t('reason')} hint={t('reasonHint')} rows={2} {...field} />;
}

/**
 * The output number of coins that a contract moved: they have the hash of the block, which no explorer shows as a
 * transaction.
 */
const byContract = -1;

interface VerdictTransfersProps {
  order: Api['GET /api/admin/transactions']['output'][number];
  verdict: Verdict;
  copyHashId: string;
}

/** The transfers of a verdict, with links to an explorer unless the chain is simulated. */
function VerdictTransfers({ order, verdict, copyHashId }: VerdictTransfersProps) {
  const { t } = useTranslation('orders.admin');
  const knownExplorers = useExplorers();
  const explorers = verdict.source === 'simulated' ? undefined : knownExplorers;
  const coinId = order.cryptoId ?? '';
  const paidTo = addressUrl(explorers, coinId, order.deposit?.address ?? '');
  const transfers = verdict.transfers.filter(({ outIndex }) => outIndex !== byContract);
  if (transfers.length === 0) return null;
  return (
    <ul className="flex flex-col">
      {transfers.map(({ txHash, outIndex, amount }, index) => (
        <li key={`${txHash} ${outIndex}`} className="flex min-h-9 flex-wrap items-center gap-x-2">
          <Ltr className="figures">{formatCrypto(amount, order.cryptoSymbol ?? '')}</Ltr>
          <bdi dir="ltr" title={txHash} className="font-mono">
            <ExplorerLink href={transactionUrl(explorers, coinId, txHash)}>{shortAddress(txHash)}</ExplorerLink>
          </bdi>
          <CopyButton
            id={index === 0 && !order.transactionHash ? copyHashId : undefined}
            text={txHash}
            label={t('check.copyHash')}
            variant="ghost"
            iconOnly
          />
          {paidTo && (
            <span className="ms-auto inline-flex gap-1">
              {t('check.address')}
              <Ltr className="font-mono">
                <ExplorerLink href={paidTo}>{shortAddress(order.deposit?.address ?? '')}</ExplorerLink>
              </Ltr>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
