import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { levelStyles, verdictWord } from '#client/features/deposits/deposits.levels.ts';
import { useVerdictLevel } from '#client/features/deposits/deposits.queries.ts';
import { FlagChip, type FlagHue } from '#client/ui/data/FlagChip.tsx';
import type { LeftReason } from '#shared/orders/admin/orders.matching.contract.ts';
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
}

/** The flags against an order, the worst first; nothing for a matching order. */
export function Flag({ id, matching }: FlagProps) {
  const reasonOf = useLeftReason();
  const flags = flagsOf(reasonsAgainst(id, matching));
  if (flags.length === 0) return null;
  return (
    <span className="flex min-w-0 flex-wrap gap-1">
      {flags.map((flag) => (
        <FlagChip key={flag} hue={hueOf(flag)} title={reasonOf(flag)}>
          {reasonOf(flag)}
        </FlagChip>
      ))}
    </span>
  );
}

/** The flags that the row of an order already names. */
const ofRow: readonly LeftReason[] = ['tampered', 'blocked', 'same_proof', 'wrong_number'];

/** The flags against an order that its row in the queue does not show, as text. */
export function useFlagWords(id: string): { text: string; isRed: boolean }[] {
  const reasonOf = useLeftReason();
  return flagsOf(useReasonsAgainst(id))
    .filter((reason) => !ofRow.includes(reason))
    .map((reason) => ({ text: reasonOf(reason), isRed: hueOf(reason) === 'red' }));
}
