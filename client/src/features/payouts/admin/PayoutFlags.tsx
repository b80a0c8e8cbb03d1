import { FlagChip } from '#client/ui/data/FlagChip.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import type { PayoutFlag } from './useFlags.ts';

/** More would make a row higher than its texts. */
const shownFlags = 2;

/** The first flags of a row, with the number of the others. */
export function Flags({ flags }: { flags: readonly PayoutFlag[] }) {
  const otherCount = flags.length - shownFlags;
  if (flags.length === 0) return null;
  const sentences = flags.map(({ sentence }) => sentence).join('\n');
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1">
      {flags.slice(0, shownFlags).map(({ word, hue }) => (
        <FlagChip key={word} hue={hue} title={sentences}>
          {word}
        </FlagChip>
      ))}
      {otherCount > 0 && <b className="shrink-0 text-xs font-semibold text-muted">+{otherCount}</b>}
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
