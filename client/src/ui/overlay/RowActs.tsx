import { clsx } from 'clsx';
import { Ellipsis } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SendButton } from '../form/SendButton.tsx';
import { Menu, menuItemClasses } from './Menu.tsx';

/** An action on the row of a list. */
export interface RowAct {
  id: string;
  text: string;
  /** Its accessible name, if the text does not name the row. */
  label?: string | undefined;
  /** The reason why it is unavailable now. */
  blocked?: string | undefined;
  /** Its effect, shown below its name in a menu of actions that are easily confused. */
  hint?: string | undefined;
  busy?: boolean | undefined;
  /** True for a rare action, which is in the menu even if it is the only one. */
  isRare?: boolean | undefined;
  /** Its screen, where it is a link; it stands in the menu. */
  to?: string | undefined;
  onPress?: (() => void) | undefined;
}

interface RowActsProps {
  /** The actions, the next one first: that one is in the row, the others are in a menu. */
  acts: readonly RowAct[];
  /** Names the row in the name of its menu. */
  of: string;
  /** A link that is the next step; it is in the row, and all actions are in the menu. */
  lead?: ReactNode;
  /** How many acts stand in the row: two where each is as usual as the other. */
  inView?: 1 | 2 | undefined;
}

/** The acts on a row of a list: few in view, so that rows stay quiet, and the others behind "…". */
export function RowActs({ acts, of, lead, inView = 1 }: RowActsProps) {
  const { t } = useTranslation('admin.common');
  const shownActs = lead ? [] : acts.filter(({ isRare, to }) => !isRare && to === undefined).slice(0, inView);
  const foldedActs = acts.filter((act) => !shownActs.includes(act));
  if (acts.length === 0 && !lead) return null;
  return (
    <span
      className={clsx(
        'relative z-1 inline-flex max-w-full items-center justify-end',
        inView === 1 ? 'gap-1' : 'flex-wrap gap-2',
      )}
    >
      {lead}
      {shownActs.map((act, index) => (
        <SendButton
          key={act.id}
          variant={index === 0 ? undefined : 'ghost'}
          text={act.text}
          size="small"
          aria-label={act.label}
          missing={act.blocked}
          busy={act.busy}
          onClick={act.onPress}
        />
      ))}
      {foldedActs.length > 0 && (
        <RowMenu label={t('moreFor', { of })}>
          {foldedActs.map((act) =>
            act.to === undefined ? (
              <MenuAct key={act.id} {...act} />
            ) : (
              <Link key={act.id} to={act.to} aria-label={act.label} className={menuItemClasses()}>
                {act.text}
              </Link>
            ),
          )}
        </RowMenu>
      )}
    </span>
  );
}

/** The "…" of a row; its children are entries of a menu. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    // Raised above the link that covers the row.
    <span className="relative z-1 inline-flex shrink-0">
      <Menu
        trigger={<Ellipsis className="size-4.5" />}
        label={label}
        triggerClassName="grid size-8 place-items-center rounded-control text-muted hover:bg-tide-soft hover:text-ink pointer-coarse:size-11"
      >
        {children}
      </Menu>
    </span>
  );
}

/** An act in a menu, with a hint below its name; one that is blocked says why there, and does nothing. */
export function MenuAct({ text, label, blocked, hint, busy = false, onPress }: Omit<RowAct, 'id' | 'isRare' | 'to'>) {
  const noteId = useId();
  const isOff = blocked !== undefined || busy;
  const note = blocked ?? hint;
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff || undefined}
      aria-describedby={note === undefined ? undefined : noteId}
      className={menuItemClasses()}
      onClick={() => !isOff && onPress?.()}
    >
      <span className="flex flex-col">
        <span className={isOff ? 'text-faint' : undefined}>{text}</span>
        {note !== undefined && (
          <span id={noteId} className="max-w-[40ch] text-xs whitespace-normal text-muted">
            {note}
          </span>
        )}
      </span>
    </button>
  );
}
