import { clsx } from 'clsx';
import { useState } from 'react';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { SendButton } from '../form/SendButton.tsx';
import { ContractDialog, type ActionTarget, type ShownAction } from './ContractDialog.tsx';

export { shown, type ShownAction } from './ContractDialog.tsx';

interface ActionsProps extends ActionTarget {
  actions: readonly ShownAction[];
  /** Fills the button of what usually comes next: no other one beside them is filled. */
  filled?: boolean | undefined;
  /** The user of the row, who decides nothing about it. */
  ownerId?: string | null | undefined;
}

/** Tells if a member may take an action on this row now. */
export const useCan = () => {
  const may = useMay();
  return ({ contract }: ShownAction, { state }: ActionTarget['row']): boolean =>
    may(contract.may) && (contract.from === undefined || state === undefined || contract.from.includes(state));
};

const keyOf = ({ contract: { method, path }, name }: ShownAction) => `${method} ${path} ${name ?? ''}`;

/** The actions that a member may take on a row now, each with a dialog for what its contract asks for. */
export function Actions({ actions, ownerId, filled = false, ...target }: ActionsProps) {
  const [key, setKey] = useState<string>();
  const canTake = useCan();
  const isMe = useIsMe();
  const can = actions.filter((action) => canTake(action, target.row));
  const chosenAction = can.find((action) => keyOf(action) === key);
  if (ownerId !== undefined && isMe(ownerId)) return null;
  return (
    <>
      <div
        className={clsx(
          'flex flex-wrap items-end gap-2 empty:hidden',
          filled && '[&_button]:flex-1 [&_button]:basis-full',
        )}
      >
        {can.map((action) => (
          <SendButton
            key={keyOf(action)}
            text={action.label}
            size="small"
            variant={!action.isNext ? 'outline' : filled ? 'filled' : 'tonal'}
            missing={action.blocked}
            onClick={() => setKey(keyOf(action))}
          />
        ))}
      </div>
      {chosenAction && <ContractDialog key={key} action={chosenAction} {...target} onClose={() => setKey(undefined)} />}
    </>
  );
}
