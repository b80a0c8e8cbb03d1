import { CircleCheck, Minus } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatMoneyText, formatNumber } from '#client/lib/format/format.ts';
import { Money } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { RowCheckbox } from '#client/ui/form/chips/RowCheckbox.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { decimal, toText } from '#shared/kernel/money.ts';
import { needsReview } from '#shared/payouts/payouts.flags.ts';
import { sumText } from '../components/useDue.ts';
import type { Payout } from '../payouts.queries.ts';
import { DueActs, isStopped } from './DueActs.tsx';
import { InlineSelect } from './InlineSelect.tsx';
import { PayoutTable } from './PayoutTable.tsx';
import type { DueGroup as Group } from './useDueGroups.ts';
import type { PayoutFlag } from './useFlags.ts';

/** The button that makes a batch of a group. */
export const batchGroupId = (groupId: string): string => `batch-${groupId.replace(' ', '-')}`;

/** The box that takes a payout into the batch. */
const boxId = (payoutId: string) => `take-${payoutId}`;

interface DueGroupProps {
  group: Group;
  /** The payouts of the group that are in view. */
  shown: readonly Payout[];
  /** The payouts of its batch. */
  picked: readonly Payout[];
  flagsOf: (payout: Payout) => readonly PayoutFlag[];
  /** The buttons of a group; none for a role that can only read. */
  onChoose: ((payout: Payout, isRange: boolean) => void) | undefined;
  onChooseAll: (isOn: boolean) => void;
  onPayFrom: (accountId: string) => void;
  onHold: (payout: Payout) => void;
  onBatch: () => void;
  isFirst: boolean;
  /** True if a payout of any group has its next step in its row. */
  hasSteps: boolean;
  make: { isPending: boolean; error: unknown };
}

/**
 * Payouts of one currency and one account: those that need a check are left out, and one button makes the batch of the
 * others.
 */
export function DueGroup(props: DueGroupProps) {
  const { group, shown, picked, flagsOf, onChoose, onChooseAll, make } = props;
  const { t } = useTranslation('payouts.admin');
  const headingId = useId();
  const { currency, payouts, account } = group;
  const takeable = payouts.filter((payout) => !flagsOf(payout).some(({ stops }) => stops));
  const firstTakeable = takeable.find((payout) => shown.includes(payout));
  const isPicked = (payout: Payout) => picked.includes(payout);
  const reviewCount = payouts.filter((payout) => needsReview(flagsOf(payout))).length;
  const boxOf = (payout: Payout) =>
    takeable.includes(payout) ? (
      <RowCheckbox
        id={boxId(payout.id)}
        label={t('take', { reference: payout.order.reference })}
        checked={isPicked(payout)}
        onChange={({ nativeEvent }) => onChoose?.(payout, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    ) : (
      <NoBox flags={flagsOf(payout)} />
    );
  const actsOf = (payout: Payout) => (
    <DueActs payout={payout} isStopped={isStopped(flagsOf(payout))} onHold={() => props.onHold(payout)} />
  );
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        {onChoose && takeable.length > 0 && (
          <RowCheckbox
            label={t('takeGroup', { currency })}
            checked={takeable.every(isPicked)}
            onChange={({ target }) => onChooseAll(target.checked)}
          />
        )}
        <h2 id={headingId} className="text-sm font-semibold">
          {currency}{' '}
          <span className="font-normal tracking-normal text-muted [word-spacing:0.1em]">
            {t('groupCount', { chosen: picked.length, all: payouts.length })}
            {picked.length > 0 && reviewCount > 0 && (
              <span className="max-md:hidden"> · {`${t('filter.look')} ${formatNumber(reviewCount)}`}</span>
            )}
          </span>
        </h2>
        <PayFrom group={group} onPayFrom={props.onPayFrom} isChanging={onChoose !== undefined} />
        <Covered account={account} picked={picked} />
        {onChoose && (
          <Batch
            {...props}
            isReady={takeable.length > 0}
            focusFirst={() => document.getElementById(boxId(firstTakeable?.id ?? ''))?.focus()}
          />
        )}
      </header>
      <AdminProblem error={make.error} title={t('failed.make')} />
      {shown.length > 0 && (
        <PayoutTable
          caption={currency}
          payouts={shown}
          flagsOf={flagsOf}
          box={onChoose && boxOf}
          acts={onChoose && actsOf}
          hasWideActs={props.hasSteps}
        />
      )}
    </section>
  );
}

/** In the place of the box of a payout that no batch takes: the reasons are its title. */
function NoBox({ flags }: { flags: readonly PayoutFlag[] }) {
  const reasons = flags.filter(({ stops }) => stops).map(({ word }) => word);
  return (
    <span title={reasons.join('\n')} className="inline-grid size-5 place-items-center align-middle text-muted">
      <Minus aria-label={reasons.join(', ')} className="size-4" />
    </span>
  );
}

type BatchProps = DueGroupProps & { isReady: boolean; focusFirst: () => void };

/** The button that makes the batch, disabled while no payout is chosen; a note if no batch is possible. */
function Batch({ group, picked, isFirst, make, onBatch, onChoose, isReady, focusFirst }: BatchProps) {
  const { t } = useTranslation(['payouts.admin', 'admin']);
  const { currency, account } = group;
  const missingCount = missingIn(account, picked);
  return (
    <>
      <span className="ms-auto flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:w-full">
        {!account && picked.length > 0 && <span className="text-muted">{t('byHand')}</span>}
        {isReady ? (
          <SendButton
            id={batchGroupId(group.id)}
            atEnd
            size="small"
            className="max-sm:grow"
            variant={isFirst && !missingCount ? 'filled' : undefined}
            aria-keyshortcuts="Shift+B"
            missing={picked.length > 0 ? undefined : t('chooseFirst')}
            onMissing={focusFirst}
            busy={make.isPending}
            onClick={onBatch}
          >
            {t('admin:command.batch', { count: picked.length, amount: formatMoneyText(sumText(picked), currency) })}
          </SendButton>
        ) : (
          <span className="text-muted">{t('noneReady')}</span>
        )}
      </span>
      {missingCount && <Excess {...{ group, picked, missingCount, onChoose, isFirst }} />}
    </>
  );
}

type ExcessProps = Pick<DueGroupProps, 'group' | 'picked' | 'onChoose' | 'isFirst'> & { missingCount: string };

/** Says that the account covers a batch, though not the need of all payouts; null if its balance is unknown. */
function Covered({ account, picked }: { account: Group['account']; picked: readonly Payout[] }) {
  const { t } = useTranslation('payouts.admin');
  if (typeof account?.balance !== 'string' || picked.length === 0 || missingIn(account, picked)) return null;
  return (
    <span className="inline-flex items-center gap-1 text-xs text-muted">
      <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-completed" strokeWidth={2} />
      {t('enoughForBatch')}
    </span>
  );
}

/** Says by how much a batch exceeds its account; if one payout alone causes that, the button leaves it out. */
function Excess({ group: { id, account, currency }, picked, missingCount, onChoose, isFirst }: ExcessProps) {
  const { t } = useTranslation('payouts.admin');
  const largest = picked.reduce((max, payout) => (decimal(payout.amount).gt(decimal(max.amount)) ? payout : max));
  const otherPayouts = picked.filter((payout) => payout !== largest);
  const isAlone = otherPayouts.length > 0 && !missingIn(account, otherPayouts);
  const values = { amount: formatMoneyText(missingCount, currency), account: account?.name };
  const leaveOut = () => {
    onChoose?.(largest, false);
    document.getElementById(batchGroupId(id))?.focus();
  };
  return (
    <Note
      tone="danger"
      className="basis-full"
      action={
        isAlone && (
          <Button
            size="small"
            className="max-sm:w-full"
            variant={isFirst ? 'filled' : undefined}
            text={t('leaveOut', { name: largest.payee.accountName })}
            onClick={leaveOut}
          />
        )
      }
    >
      {t(isAlone ? 'moreThanHas' : 'moreThanThere', values)}
      {isAlone && (
        <span className="block">
          <bdi>{largest.payee.accountName}</bdi>: <Money amount={largest.amount} currency={currency} />
        </span>
      )}
      {account?.balanceOn && (
        // Money may have come in since: the batch stays possible.
        <span className="block text-xs text-muted">
          {t('account.statementOf', { day: formatDay(account.balanceOn, { year: 'numeric' }) })}
        </span>
      )}
    </Note>
  );
}

/** The amount by which the batch exceeds the last statement of its account. */
function missingIn(account: Group['account'], payouts: readonly Payout[]): string | undefined {
  if (!account || account.balance === null) return undefined;
  const excess = decimal(sumText(payouts)).minus(decimal(account.balance));
  return excess.gt('0') ? toText(excess) : undefined;
}

interface PayFromProps {
  group: Group;
  onPayFrom: (accountId: string) => void;
  isChanging: boolean;
}

/** The account that pays the group; another account, or none, can be chosen here. */
function PayFrom({ group: { account, accounts }, onPayFrom, isChanging }: PayFromProps) {
  const { t } = useTranslation('payouts.admin');
  if (accounts.length === 0) return null;
  if (!isChanging) return <bdi className="text-muted">{account?.name}</bdi>;
  return (
    <InlineSelect
      grows
      label={t('payFrom')}
      value={account?.id ?? ''}
      onValue={onPayFrom}
      options={[...accounts.map(({ id, name }) => [id, name] as const), ['', t('byHand')]]}
    />
  );
}
