import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { call, hasCode, type CallOptions, type Route } from '#client/lib/api/call.ts';
import { createIdempotencyKeys } from '#client/lib/api/idempotency-keys.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { isVersioned, type Action } from '#shared/kernel/action.ts';
import type { BodyOf, ResultOf } from '#shared/kernel/endpoint.ts';
import { useContractForm } from '../form/useContractForm.ts';
import { actionSchemaOf, isOptional, shapeOf, type ActionField } from './action-form.ts';
import { ActionInput } from './ActionInput.tsx';
import { FormDialog } from './FormDialog.tsx';

/** An action as a screen shows it: its contract decides when it is there, and its fields. */
export interface ShownAction {
  contract: Action;
  /** Tells two buttons of one contract apart. */
  name?: string | undefined;
  label: string;
  /** The heading and the button of the dialog, where the label is no name for them. */
  title?: string | undefined;
  confirm?: string | undefined;
  danger?: boolean | undefined;
  /** Marks the action that usually comes next. */
  isNext?: boolean | undefined;
  /** Why it cannot be done now, though the row is in the right state. */
  blocked?: string | undefined;
  fields?: Readonly<Record<string, ActionField | undefined>> | undefined;
  /** Values of the body that no field asks for. */
  sends?: Readonly<Record<string, unknown>> | undefined;
  /** Makes the body of the typed values, where one field stands for several of it. */
  bodyOf?: ((typed: Readonly<Record<string, unknown>>) => object) | undefined;
  /** Tells the member, in the dialog, what they are about to send. */
  children?: ReactNode;
  /** A way to fix the cause of a refusal. */
  remedyOf?: ((error: Error) => ReactNode) | undefined;
  onDone?: ((answer: unknown) => void) | undefined;
}

type FieldsOf<A extends Action> = Exclude<keyof BodyOf<A> & string, 'version'>;
type DialogOptions<A extends Action> = Omit<ShownAction, 'contract' | 'fields' | 'sends' | 'onDone'> & {
  fields?: Partial<Record<FieldsOf<A>, ActionField>> | undefined;
  sends?: (A['body'] extends z.ZodType ? Partial<z.input<A['body']>> : never) | undefined;
  onDone?: ((answer: ResultOf<A>) => void) | undefined;
};

/** Ties the texts of a screen about an action to its contract: a field that its body does not have does not compile. */
export function shown<const A extends Action>(contract: A, how: DialogOptions<A>): ShownAction {
  return { contract, ...how } as ShownAction;
}

export interface ActionTarget {
  /** `id` or `params` fill the path; `version` is the one that is shown. */
  row: { id?: string; params?: object; version?: number | string; state?: string };
  /** Names the row below the heading of the dialog. */
  subtitle?: ReactNode;
  failed: string;
  /** The screen fetches these again afterwards. */
  reads: readonly Route[];
}

interface ContractDialogProps extends ActionTarget {
  action: ShownAction;
  onClose: () => void;
}

/** Asks for the body of an action, checks it as the server does, and sends it. */
export function ContractDialog({ action, row, subtitle, failed, reads, onClose }: ContractDialogProps) {
  const { contract, label, title = label, confirm = title, danger, fields = {}, sends, children } = action;
  const { i18n } = useTranslation();
  const route = `${contract.method} ${contract.path}` as Route;
  const [keys] = useState(createIdempotencyKeys);
  const by = useWrite(
    (text: Readonly<Record<string, unknown>>) => {
      // The dialog shows the present row: another press after a refusal is about the new version.
      const version = isVersioned(contract) && row.version !== undefined ? { version: row.version } : {};
      const body = contract.body ? { ...sends, ...(action.bodyOf?.(text) ?? text), ...version } : undefined;
      const idempotencyKey = contract.idempotent && keys.keyOf(body);
      const payload = { params: row.params ?? { id: row.id }, body, idempotencyKey };
      return call(route, payload as unknown as CallOptions<Route>);
    },
    ...reads,
  );
  const names = Object.keys(fields);
  const [form, field] = useContractForm(actionSchemaOf(contract, fields, i18n.language), {
    defaultValues: Object.fromEntries(names.map((name) => [name, fields[name]?.value ?? ''])),
  });
  // A request that waits for a second member was sent.
  useLeaveGuard(form.formState.isDirty && !hasCode(by.error, 'approval_pending'));
  const isAsked = (name: string) => {
    const code = fields[name]?.after;
    return code === undefined || hasCode(by.error, code) || form.getValues(name) !== '';
  };
  const done = (answer: unknown) => {
    onClose();
    action.onDone?.(answer);
  };
  return (
    <FormDialog
      form={form}
      title={title}
      subtitle={subtitle}
      confirm={confirm}
      danger={danger}
      failed={failed}
      by={by}
      onClose={onClose}
      remedy={by.error ? action.remedyOf?.(by.error) : undefined}
      onSubmit={(typed) => by.mutate(typed, { onSuccess: done })}
    >
      {children}
      {names.map((name) => {
        const askedField = fields[name];
        if (!askedField || !isAsked(name)) return null;
        const kind = askedField.kind ?? (name === 'reason' ? 'lines' : 'line');
        const optional = isOptional(shapeOf(contract), name, askedField);
        return (
          <ActionInput
            key={name}
            {...askedField}
            form={form}
            name={name}
            kind={kind}
            optional={optional}
            field={field(name)}
          />
        );
      })}
    </FormDialog>
  );
}
