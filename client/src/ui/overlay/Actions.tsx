import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { SendButton } from '../form/SendButton.tsx';
import { ContractDialog, type ActionTarget, type ShownAction } from './ContractDialog.tsx';
import { Menu } from './Menu.tsx';
import { MenuAct, RowActs, type RowAct } from './RowActs.tsx';

export { shown, type ShownAction } from './ContractDialog.tsx';

interface ActionsProps extends ActionTarget {
  actions: readonly ShownAction[];
  /** True to fill the button of the next action, if no other button beside it is filled. */
  filled?: boolean | undefined;
  /** The label of a menu with all but the first action on a phone, where the buttons would cover the page. */
  foldsInto?: string | undefined;
  /** Names the row of a list, which shows one action and has the others behind "…". */
  rowOf?: string | undefined;
  /** A link that is the next step of such a row, beside its menu. */
  lead?: ReactNode;
  /** Links in the menu of such a row. */
  links?: readonly RowAct[] | undefined;
  /** How many actions stand in such a row. */
  inView?: 1 | 2 | undefined;
  /** The user of the row, who decides nothing about it. */
  ownerId?: string | null | undefined;
}

/** Returns a check whether a member may take an action on this row now. */
export const useCan = () => {
  const may = useMay();
  return ({ contract }: ShownAction, { state }: ActionTarget['row']): boolean =>
    may(contract.may) && (contract.from === undefined || state === undefined || contract.from.includes(state));
};

const keyOf = ({ contract: { method, path }, name }: ShownAction) => `${method} ${path} ${name ?? ''}`;

/** The action that usually comes next before the others, whose order stays. */
const nextFirst = (actions: readonly ShownAction[]): readonly ShownAction[] => [
  ...actions.filter(({ isNext }) => isNext),
  ...actions.filter(({ isNext }) => !isNext),
];

const rowActOf = (action: ShownAction, onPress: () => void): RowAct => {
  const { label, blocked, isRare } = action;
  return { id: keyOf(action), text: label, blocked, isRare, onPress };
};

/** The actions that a member may take on a row now, each with a dialog for the input of its contract. */
export function Actions(props: ActionsProps) {
  const { actions, ownerId, filled = false, foldsInto, rowOf, lead, links = [], inView, ...target } = props;
  const [key, setKey] = useState<string>();
  const isTableLayout = useTableLayout();
  const canTake = useCan();
  const isMe = useIsMe();
  const allowedActions = actions.filter((action) => canTake(action, target.row));
  const chosenAction = allowedActions.find((action) => keyOf(action) === key);
  // A colleague has changed the row: its dialog is over, and stays closed if the row can be acted on again.
  if (key !== undefined && !chosenAction) setKey(undefined);
  if (ownerId !== undefined && isMe(ownerId)) return null;
  const foldedActions = foldsInto !== undefined && !isTableLayout ? allowedActions.slice(1) : [];
  const dialog = chosenAction && (
    <ContractDialog key={key} action={chosenAction} {...target} onClose={() => setKey(undefined)} />
  );
  const open = (action: ShownAction) => () => setKey(keyOf(action));
  if (rowOf !== undefined) {
    const acts = nextFirst(allowedActions).map((action) => rowActOf(action, open(action)));
    return (
      <>
        <RowActs acts={[...acts, ...links]} of={rowOf} lead={lead} inView={inView} />
        {dialog}
      </>
    );
  }
  return (
    <>
      <div
        className={clsx(
          'flex flex-wrap gap-2 empty:hidden max-sm:[&_button]:grow [td_&]:justify-end',
          // Buttons that share a row are as tall as one whose text wraps.
          filled ? 'items-stretch' : 'items-end',
          // On a phone its buttons line up with those around it.
          foldsInto !== undefined && 'max-md:contents',
        )}
      >
        {allowedActions
          .filter((action) => !foldedActions.includes(action))
          .map((action) => (
            <SendButton
              key={keyOf(action)}
              text={action.label}
              size="small"
              variant={action.isRare ? 'ghost' : action.isNext && filled ? 'filled' : 'outline'}
              className={filled ? clsx('flex-1 text-wrap!', action.isNext ? 'basis-full' : 'basis-[40%]') : undefined}
              missing={action.blocked}
              onClick={open(action)}
            />
          ))}
        {foldedActions.length > 0 && (
          <Menu
            trigger={
              <>
                {foldsInto}
                <ChevronDown className="size-4" />
              </>
            }
            triggerClassName="inline-flex min-h-11 flex-1 basis-full! items-center justify-center gap-2 rounded-control border border-line-strong px-3 text-sm font-medium hover:border-ink"
          >
            {foldedActions.map((action) => (
              <MenuAct key={keyOf(action)} text={action.label} blocked={action.blocked} onPress={open(action)} />
            ))}
          </Menu>
        )}
      </div>
      {dialog}
    </>
  );
}
