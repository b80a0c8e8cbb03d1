import { useState } from 'react';
import { z } from 'zod';
import { text } from '#shared/kernel/fields.ts';
import { reason, type Reason } from '#shared/kernel/reason.ts';
import { Button } from '../form/Button.tsx';
import { useFields } from '../form/Form.tsx';
import { Select, TextArea, TextInput } from '../form/TextInput.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { FormDialog } from './FormDialog.tsx';

/** What was entered for a step; empty where it was not asked for. */
export type MoveInput<Action extends string> = { action: Action; target: string; reason: string; fee: string };

/** A step that the team takes, and what it asks for. */
export interface Move<Action extends string> {
  action: Action;
  label: string;
  /** The one that usually comes next. */
  isNext?: boolean;
  /** What is named, or chosen of a few: refused where it is empty, if `missing` says so. */
  target?: { label: string; value?: string; missing?: Reason; options?: readonly { value: string; text: string }[] };
  why?: { label: string; missing: Reason } | undefined;
  /** An amount that may be left out. */
  fee?: string | undefined;
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
  const [asked, setAsked] = useState<Move<Action>>();
  const close = () => setAsked(undefined);
  return (
    <>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {moves.map((move) => (
          <Button
            key={move.action}
            size="small"
            variant={move.isNext ? 'tonal' : 'outline'}
            onClick={() => setAsked(move)}
          >
            {move.label}
          </Button>
        ))}
      </div>
      {asked && <MoveDialog key={asked.action} move={asked} failed={failed} by={by} onClose={close} />}
    </>
  );
}

const required = (missing: Reason | undefined) => (missing ? { min: 1, error: reason(missing) } : {});

interface MoveDialogProps<Action extends string> extends Omit<MovesProps<Action>, 'moves'> {
  move: Move<Action>;
  onClose: () => void;
}

function MoveDialog<Action extends string>({ move, failed, by, onClose }: MoveDialogProps<Action>) {
  const { action, label, target, why, fee } = move;
  const fields = z.object({
    target: text(200, required(target?.missing)),
    reason: text(2000, required(why?.missing)),
    fee: text(40),
  });
  const form = useContractForm(fields, { defaultValues: { target: target?.value ?? '', reason: '', fee: '' } });
  const field = useFields(form);
  const plain = { dir: 'ltr', autoComplete: 'off', spellCheck: false, maxLength: 200 } as const;
  return (
    <FormDialog
      form={form}
      title={label}
      confirm={label}
      failed={failed}
      busy={by.isPending}
      error={by.error}
      onSubmit={(values) => by.mutate({ action, ...values }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {target && !target.options && <TextInput label={target.label} {...plain} {...field('target')} />}
      {target?.options && (
        <Select label={target.label} {...field('target')}>
          {target.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </Select>
      )}
      {fee && <TextInput label={fee} optional inputMode="decimal" {...plain} {...field('fee')} />}
      {why && <TextArea label={why.label} maxLength={2000} rows={3} {...field('reason')} />}
    </FormDialog>
  );
}
