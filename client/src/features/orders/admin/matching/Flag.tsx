import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { levelStyles, verdictWord } from '#client/features/deposits/deposits.levels.ts';
import { useVerdictLevel } from '#client/features/deposits/deposits.queries.ts';
import { FlagChip, type FlagHue } from '#client/ui/data/FlagChip.tsx';
import type { LeftReason } from '#shared/orders/orders.matching.contract.ts';
import { reasonsAgainst, useReasonsAgainst, type Matching } from './orders.matching.queries.ts';
import { isOfVerdict, useLeftReason } from './useLeftReason.ts';

/** The verdict on the deposit in a list: only its icon is coloured. */
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

const redReasons: readonly LeftReason[] = [
  'tampered',
  'blocked',
  'same_proof',
  'same_document',
  'address_stopped',
  'wrong_number',
];

/** The hue of a reason in a list: a red one stops a payout, a plain one only needs a second member. */
const hueOf = (reason: LeftReason): FlagHue =>
  redReasons.includes(reason) ? 'red' : reason === 'second_look' ? 'plain' : 'amber';

const flagsOf = (reasons: readonly LeftReason[]) => reasons.filter((reason) => !isOfVerdict(reason));

/** True for an order with a flag of its own, apart from the verdict on its deposit. */
export const isFlagged = (id: string, matching: Matching): boolean => flagsOf(reasonsAgainst(id, matching)).length > 0;

interface FlagProps {
  id: string;
  matching: Matching;
  /** Shows every flag; a table has space for the worst one and the number of the others. */
  all?: boolean;
}

/** The flags against an order, the worst first; nothing for a matching order. */
export function Flag({ id, matching, all = false }: FlagProps) {
  const reasonOf = useLeftReason();
  const flags = flagsOf(reasonsAgainst(id, matching));
  if (flags.length === 0) return null;
  const otherFlags = all ? [] : flags.slice(1);
  return (
    <span className={clsx('flex items-center gap-1', all ? 'flex-wrap' : 'max-w-36 min-[88rem]:max-w-60')}>
      {flags.slice(0, all ? undefined : 1).map((reason) => (
        <FlagChip key={reason} hue={hueOf(reason)} title={reasonOf(reason)} wraps={all}>
          {reasonOf(reason)}
        </FlagChip>
      ))}
      {otherFlags.length > 0 && (
        <span title={otherFlags.map(reasonOf).join(', ')} className="text-xs text-muted">
          <span aria-hidden="true">+{otherFlags.length}</span>
          <span className="sr-only">{otherFlags.map(reasonOf).join(', ')}</span>
        </span>
      )}
    </span>
  );
}

/** The flags that the row of an order already names. */
const ofRow: readonly LeftReason[] = ['tampered', 'blocked', 'same_proof', 'wrong_number'];

/** The flags against an order that its row in the queue does not show, as text. */
export function FlagWords({ id }: { id: string }) {
  const reasonOf = useLeftReason();
  return flagsOf(useReasonsAgainst(id))
    .filter((reason) => !ofRow.includes(reason))
    .map((reason) => (
      <span
        key={reason}
        className={clsx(
          'inline-flex items-center gap-1 font-medium',
          hueOf(reason) === 'red' ? 'text-rejected' : 'text-pending',
        )}
      >
        <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2} />
        {reasonOf(reason)}
      </span>
    ));
}
