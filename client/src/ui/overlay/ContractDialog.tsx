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

/** An action as a screen shows it: its contract defines when it is available, and its fields. */
export interface ShownAction {
  contract: Action;
  /** Distinguishes two buttons of the same contract. */
  name?: string | undefined;
  label: string;
  /** The heading and the button of the dialog, if the label does not fit them. */
  title?: string | undefined;
  confirm?: string | undefined;
  danger?: boolean | undefined;
  /** True for the next action, which is taken most often. */
  isNext?: boolean | undefined;
  /** True for an action that is seldom taken. */
  isRare?: boolean | undefined;
  /** The reason why it is unavailable now, though the row is in the right state. */
  blocked?: string | undefined;
  fields?: Readonly<Record<string, ActionField | undefined>> | undefined;
  /** Values of the body that no field asks for. */
  sends?: Readonly<Record<string, unknown>> | undefined;
  /** Makes the body from the typed values, if one field stands for several properties. */
  bodyOf?: ((typed: Readonly<Record<string, unknown>>) => object) | undefined;
  /** Shows the member in the dialog what they are about to send. */
  children?: ReactNode;
  /** A way to fix the reason of a refusal. */
  remedyOf?: ((error: Error) => ReactNode) | undefined;
  onDone?: ((answer: unknown) => void) | undefined;
}

type FieldsOf<A extends Action> = Exclude<keyof BodyOf<A> & string, 'version'>;
type ActionPresentation<A extends Action> = Omit<ShownAction, 'contract' | 'fields' | 'sends' | 'onDone'> & {
  fields?: Partial<Record<FieldsOf<A>, ActionField>> | undefined;
  sends?: (A['body'] extends z.ZodType ? Partial<z.input<A['body']>> : never) | undefined;
  onDone?: ((answer: ResultOf<A>) => void) | undefined;
};

/** Connects a screen's texts for an action to its contract: a field that its body does not have does not compile. */
export function shown<const A extends Action>(contract: A, presentation: ActionPresentation<A>): ShownAction {
  // `ShownAction` forgets which action it is; the parameters have checked that they agree.
  return { contract, ...presentation } as ShownAction;
}

export interface ActionTarget {
  /** `id` or `params` fill the path; `version` is the shown one. */
  row: { id?: string; params?: object; version?: number | string; state?: string };
  /** Text below the heading of the dialog that names the row. */
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
  // The map of all endpoints is made of these two parts of each contract.
  const route = `${contract.method} ${contract.path}` as Route;
  const [keys] = useState(createIdempotencyKeys);
  const mutation = useWrite(
    (values: Readonly<Record<string, unknown>>) => {
      // The dialog shows the current row: another press after a refusal refers to the new version.
      const version = isVersioned(contract) && row.version !== undefined ? { version: row.version } : {};
      const body = contract.body ? { ...sends, ...(action.bodyOf?.(values) ?? values), ...version } : undefined;
      const idempotencyKey = contract.idempotent && keys.keyOf(body);
      const request = { params: row.params ?? { id: row.id }, body, idempotencyKey };
      // The contract is one of many here, whose schema has parsed the body.
      return call(route, request as unknown as CallOptions<Route>);
    },
    ...reads,
  );
  const names = Object.keys(fields);
  const [form, field] = useContractForm(actionSchemaOf(contract, fields, i18n.language), {
    defaultValues: Object.fromEntries(names.map((name) => [name, fields[name]?.value ?? ''])),
  });
  // A request that waits for a second member was sent.
  useLeaveGuard(form.formState.isDirty && !hasCode(mutation.error, 'approval_pending'));
  const isAsked = (name: string) => {
    const code = fields[name]?.after;
    return code === undefined || hasCode(mutation.error, code) || form.getValues(name) !== '';
  };
  const onAnswer = (answer: unknown) => {
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
      by={mutation}
      onClose={onClose}
      remedy={mutation.error ? action.remedyOf?.(mutation.error) : undefined}
      onSubmit={(values) => mutation.mutate(values, { onSuccess: onAnswer })}
    >
      {children}
      {names.map((name) => {
        const fieldOptions = fields[name];
        if (!fieldOptions || !isAsked(name)) return null;
        const kind = fieldOptions.kind ?? (name === 'reason' ? 'lines' : 'line');
        const optional = isOptional(shapeOf(contract), name, fieldOptions);
        return (
          <ActionInput
            key={name}
            {...fieldOptions}
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
