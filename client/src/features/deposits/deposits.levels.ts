import type { TFunction } from 'i18next';
import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { Api } from '#shared/api.ts';
import {
  verdictWordOf,
  type Finding,
  type UnevenCode,
  type VerdictLevel,
  type VerdictWord,
} from '#shared/orders/orders.verdict-levels.ts';
import { isUndecidedStage } from '#shared/orders/orders.work.ts';

/** The colours and the icon of a verdict's level; icon and label convey it without the colour. */
export const levelStyles: Record<VerdictLevel, { Icon: LucideIcon; box: string; text: string }> = {
  green: { Icon: CircleCheck, box: 'border-completed bg-completed-soft', text: 'text-completed' },
  pale: { Icon: CircleCheck, box: 'border-completed/45', text: 'text-completed' },
  amber: { Icon: TriangleAlert, box: 'border-pending/45 bg-pending-soft', text: 'text-pending' },
  red: { Icon: CircleAlert, box: 'border-rejected bg-rejected-soft', text: 'text-rejected' },
  grey: { Icon: CircleDashed, box: 'border-line', text: 'text-muted' },
};

/**
 * The level that colours a verdict: none after the decision; while the customer chooses about missing coins it is no
 * alarm of the team's.
 */
export const shownLevelOf = (level: VerdictLevel, stage: OrderState['stage']): VerdictLevel => {
  if (!isUndecidedStage(stage)) return 'grey';
  return stage === 'short' && level === 'red' ? 'amber' : level;
};

/** Names a verdict in a few words, the same in lists and on its card. */
export const verdictWord = (
  verdict: { level: VerdictLevel; uneven?: UnevenCode | undefined },
  t: TFunction<'deposits.admin'>,
): string => textOfWord(verdictWordOf(verdict), t);

/** Returns the text of a verdict's level, or of an amount that is too small or too large. */
export const textOfWord = (word: VerdictWord, t: TFunction<'deposits.admin'>): string =>
  word === 'short' || word === 'over' ? t(`uneven.${word}`) : t(`level.${word}`);

type OrderState = Pick<Api['GET /api/admin/transactions']['output'][number], 'stage' | 'status' | 'paymentProofFiles'>;

/**
 * True if an order was approved on the customer's proof while the chain had no transfer: it waits for no coins. Coins
 * that a chain has taken back are not such a case.
 */
export const isOnProof = ({ stage, status, paymentProofFiles }: OrderState, findings: readonly Finding[]): boolean =>
  !isUndecidedStage(stage) &&
  status !== 'rejected' &&
  status !== 'failed' &&
  paymentProofFiles.length > 0 &&
  findings.length > 0 &&
  findings.every(({ code, params }) => code === 'not_found' && !params['cause']);
