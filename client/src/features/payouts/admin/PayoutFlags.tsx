import { FlagChip } from '#client/ui/data/FlagChip.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import type { PayoutFlag } from './useFlags.ts';

/** The first flag of a row, with the number of the others. */
export function FirstFlag({ flags }: { flags: readonly PayoutFlag[] }) {
  const [first, ...otherFlags] = flags;
  if (!first) return null;
  return (
    <span className="flex min-w-0 items-center gap-1">
      <FlagChip hue={first.hue} title={flags.map(({ sentence }) => sentence).join('\n')}>
        {first.word}
      </FlagChip>
      {otherFlags.length > 0 && <b className="shrink-0 text-xs font-semibold text-muted">+{otherFlags.length}</b>}
    </span>
  );
}

const hues = { red: 'text-rejected', amber: 'text-pending', plain: 'text-muted' };

/** All flags of a payout in sentences, and the reason for its state. */
export function FlagList({ flags, reason }: { flags: readonly PayoutFlag[]; reason?: string | null }) {
  return (
    <div className="flex flex-col gap-1 text-xs">
      {reason && <Note tone="warning">{reason}</Note>}
      {flags.length > 0 && (
        <ul>
          {flags.map(({ word, sentence, hue }) => (
            <li key={word} className={hues[hue]}>
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
