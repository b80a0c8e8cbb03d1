import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { levelStyles, verdictWord } from '#client/features/deposits/deposits.levels.ts';
import { useVerdictLevel } from '#client/features/deposits/deposits.queries.ts';
import { FlagChip } from '#client/ui/data/FlagChip.tsx';
import type { LeftReason } from '#shared/orders/orders.matching.contract.ts';
import type { Matching } from './orders.matching.queries.ts';
import { isOfVerdict, useLeftReason } from './useLeftReason.ts';

/** The verdict on the deposit in a list: its hue is the icon's alone. */
export function TransferWord({ id }: { id: string }) {
  const { t } = useTranslation('deposits.admin');
  const verdict = useVerdictLevel(id) ?? { level: 'grey' as const };
  const { level } = verdict;
  const { Icon, text } = levelStyles[level];
  return (
    <span className="inline-flex items-baseline gap-1.5 whitespace-nowrap text-muted">
      <Icon
        aria-hidden="true"
        className={clsx('size-4 shrink-0 self-center', level === 'pale' ? 'text-muted' : text)}
      />
      {verdictWord(verdict, t)}
    </span>
  );
}

const red: readonly LeftReason[] = ['tampered', 'blocked', 'same_proof', 'same_document', 'address_stopped'];

const reasonAgainst = (id: string, { left }: Matching) => left.find((order) => order.id === id)?.reason;

/** True of an order with a flag of its own, beside the verdict on its deposit. */
export function isFlagged(id: string, matching: Matching): boolean {
  const reason = reasonAgainst(id, matching);
  return reason !== undefined && !isOfVerdict(reason);
}

/** The flag against an order, at most one chip a row; nothing for one that matches. */
export function Flag({ id, matching }: { id: string; matching: Matching }) {
  const reasonOf = useLeftReason();
  const reason = reasonAgainst(id, matching);
  if (!reason || isOfVerdict(reason)) return null;
  const hue = red.includes(reason) ? 'red' : reason === 'second_look' ? 'plain' : 'amber';
  return (
    <FlagChip hue={hue} wraps>
      {reasonOf(reason)}
    </FlagChip>
  );
}
