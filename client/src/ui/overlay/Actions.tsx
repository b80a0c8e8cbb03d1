import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call, type CallOptions, type Route } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import type { Action } from '#shared/kernel/action.ts';
import { reason, type Reason } from '#shared/kernel/reason.ts';
import { emptyAsAbsent, typedAmount } from '../form/contract-schemas.ts';
import { SendButton } from '../form/SendButton.tsx';
import { TextArea, TextInput } from '../form/TextInput.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { FormDialog } from './FormDialog.tsx';

/** How a field of an action's body is asked for. */
interface ActionField {
  label: string;
  /** Refused with this where it is left empty, though the contract may do without it. */
  missing?: Reason | undefined;
  kind?: 'line' | 'lines' | 'amount';
}

/** An action as a screen shows it: its contract says when it is there, and what it takes. */
export interface ShownAction {
  contract: Action;
  label: string;
  /** Marks the action that usually comes next. */
  isNext?: boolean;
  /** Why it cannot be done now, though the row is in the right state. */
  blocked?: string | undefined;
  fields?: Readonly<Record<string, ActionField | undefined>>;
  /** Tells the member, in the dialog, what they are about to send. */
  children?: ReactNode;
}

type FieldsOf<A extends Action> = Exclude<keyof z.input<A['body']> & string, 'version'>;

/** Ties what a screen says of an action to its contract: a field that its body does not have does not compile. */
export function shown<A extends Action>(
  contract: A,
  how: Omit<ShownAction, 'contract' | 'fields'> & { fields?: Partial<Record<FieldsOf<A>, ActionField>> },
): ShownAction {
  return { contract, ...how };
}

interface ActionsProps {
  row: { id: string; version: number; state: string; userId: string | null };
  actions: readonly ShownAction[];
  failed: string;
  /** The screen fetches these again afterwards. */
  reads: readonly Route[];
}

/** The actions that a member may take on a row now, each with a dialog for what its contract asks for. */
export function Actions({ row, actions, failed, reads }: ActionsProps) {
  const [path, setPath] = useState<string>();
  const may = useMay();
  const isMe = useIsMe();
  const by = useWrite(
    ({ method, path: to, body }: Pick<Action, 'method' | 'path'> & { body: unknown }) => {
      const route = `${method} ${to}` as Route;
      return call(route, { params: { id: row.id }, body } as unknown as CallOptions<Route>);
    },
    ...reads,
  );
  const can = actions.filter(({ contract }) => contract.from.includes(row.state) && may(contract.may));
  const asked = can.find(({ contract }) => contract.path === path);
  // The dialog shows the row as it is now: another press after a refusal is about what was read again.
  const { version } = row;
  const close = () => {
    // The next dialog does not show why this one was refused.
    if (by.error) by.reset();
    setPath(undefined);
  };
  if (isMe(row.userId)) return null;
  return (
    <>
      <div className="flex flex-wrap items-end gap-2 empty:hidden">
        {can.map(({ contract, label, isNext, blocked }) => (
          <SendButton
            key={contract.path}
            text={label}
            size="small"
            variant={isNext ? 'tonal' : 'outline'}
            missing={blocked}
            onClick={() => setPath(contract.path)}
          />
        ))}
      </div>
      {asked && (
        <ContractDialog
          key={asked.contract.path}
          {...asked}
          failed={failed}
          by={by}
          onSubmit={(body) => by.mutate({ ...asked.contract, body: { ...body, version } }, { onSuccess: close })}
          onClose={close}
        />
      )}
    </>
  );
}

interface ContractDialogProps extends ShownAction {
  failed: string;
  by: { isPending: boolean; error: Error | null };
  /** The fields of the body but for the version. */
  onSubmit: (body: Record<string, unknown>) => void;
  onClose: () => void;
}

/** Asks for what the body of an action takes, and checks it as the server does. */
function ContractDialog({ contract, label, fields = {}, children, ...dialog }: ContractDialogProps) {
  const { i18n } = useTranslation();
  const names = Object.keys(fields);
  const [form, field] = useContractForm(formSchemaOf(contract.body, fields, i18n.language), {
    defaultValues: Object.fromEntries(names.map((name) => [name, ''])),
  });
  return (
    <FormDialog form={form} title={label} confirm={label} {...dialog}>
      {children}
      {names.map((name) => (
        <ActionInput
          key={name}
          label={fields[name]?.label ?? ''}
          kind={fields[name]?.kind ?? (name === 'reason' ? 'lines' : 'line')}
          optional={isOptional(contract.body, name, fields[name])}
          field={field(name)}
        />
      ))}
    </FormDialog>
  );
}

interface ActionInputProps extends Pick<ActionField, 'label'> {
  kind: NonNullable<ActionField['kind']>;
  optional: boolean;
  /** As the form ties it. */
  field: ReturnType<ReturnType<typeof useContractForm<Typed, Record<string, unknown>>>[1]>;
}

function ActionInput({ kind, field, ...shown }: ActionInputProps) {
  if (kind === 'lines') return <TextArea maxLength={2000} rows={3} {...shown} {...field} />;
  const plain = { dir: 'ltr', autoComplete: 'off', spellCheck: false, maxLength: 200 } as const;
  return <TextInput {...plain} inputMode={kind === 'amount' ? 'decimal' : undefined} {...shown} {...field} />;
}

const isOptional = (body: Action['body'], name: string, field: ActionField | undefined): boolean =>
  field?.missing === undefined && body.shape[name]?.safeParse(undefined).success === true;

type Typed = Record<string, string>;

/** The contract's body as it is typed: empty is absent where the contract takes that, amounts in the reader's form. */
function formSchemaOf(
  body: Action['body'],
  fields: NonNullable<ShownAction['fields']>,
  language: string,
): z.ZodType<Record<string, unknown>, Typed> {
  const typed = Object.entries(fields).map(([name, field]) => {
    const plain = body.shape[name] as z.ZodType<unknown, string>;
    if (field?.missing) return [name, z.string().trim().min(1, reason(field.missing)).pipe(plain)] as const;
    if (!plain.safeParse(undefined).success) return [name, plain] as const;
    const given =
      field?.kind === 'amount' ? typedAmount(plain as z.ZodType<unknown, string | number>, language) : plain;
    return [name, emptyAsAbsent(given as z.ZodType<unknown, string | undefined>)] as const;
  });
  return z.object(Object.fromEntries(typed)) as z.ZodType<Record<string, unknown>, Typed>;
}
