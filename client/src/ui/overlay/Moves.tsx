import { useState, type ReactNode } from 'react';
import { Button } from '../form/Button.tsx';
import { MoveDialog, type MoveQuestions } from './MoveDialog.tsx';

/** What was entered for a step; empty where it was not asked for. */
export type MoveInput<Action extends string> = { action: Action; target: string; reason: string; fee: string };

/** A step that the team takes, and what it asks for. */
export interface Move<Action extends string> extends MoveQuestions {
  action: Action;
  label: string;
  /** The one that usually comes next. */
  isNext?: boolean;
  /** What has to be known before it is sent. */
  children?: ReactNode;
}

interface MovesProps<Action extends string> {
  moves: readonly Move<Action>[];
  failed: string;
  by: {
    mutate: (input: MoveInput<Action>, done: { onSuccess: () => void }) => void;
    isPending: boolean;
    error: Error | null;
  };
}

/** The steps that can be taken now, each with a dialog for what it asks for. */
export function Moves<Action extends string>({ moves, failed, by }: MovesProps<Action>) {
  const [action, setAction] = useState<Action>();
  const asked = moves.find((move) => move.action === action);
  const close = () => setAction(undefined);
  return (
    <>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {moves.map((move) => (
          <Button
            key={move.action}
            text={move.label}
            size="small"
            variant={move.isNext ? 'tonal' : 'outline'}
            onClick={() => setAction(move.action)}
          />
        ))}
      </div>
      {asked && (
        <MoveDialog
          key={asked.action}
          {...asked}
          title={asked.label}
          failed={failed}
          by={by}
          onSubmit={(values) => by.mutate({ action: asked.action, ...values }, { onSuccess: close })}
          onClose={close}
        />
      )}
    </>
  );
}
