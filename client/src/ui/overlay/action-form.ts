import { z } from 'zod';
import type { Action, ActionBody } from '#shared/kernel/action.ts';
import type { ErrorCode } from '#shared/kernel/error.ts';
import { reason, type Reason } from '#shared/kernel/reason.ts';
import type { ComboboxOption } from '../form/combobox/combobox-options.ts';
import { emptyAsAbsent, typedAmount } from '../form/contract-schemas.ts';

/** Defines how a field of an action's body is asked for. */
export interface ActionField {
  label: string;
  hint?: string | undefined;
  /** The error if it is left empty, even if the contract allows that. */
  missing?: Reason | undefined;
  /**
   * One line; several; an amount in the reader's form; yes or no; one of
   * `options`; or found by typing, through `onSearch`.
   */
  kind?: 'line' | 'lines' | 'amount' | 'check' | 'choice' | 'search';
  /** The value when the dialog opens. */
  value?: string | boolean | undefined;
  /** The field appears only once the server has refused the action with this code. */
  after?: ErrorCode | undefined;
  options?: readonly ComboboxOption[] | undefined;
  onSearch?: ((typed: string) => void) | undefined;
  /** The error of the chosen option. */
  warningOf?: ((chosen: string) => string | undefined) | undefined;
  /** Content after the typed value, such as a unit. */
  suffix?: string | undefined;
}

/** The fields of an action's body by name; none if it takes no body. */
export const shapeOf = ({ body }: Action): ActionBody['shape'] =>
  // The schemas of actions are objects; the type of a contract allows any.
  body !== undefined && 'shape' in body ? (body as ActionBody).shape : {};

/** True if a field of an action's body may be left empty. */
export const isOptional = (shape: ActionBody['shape'], name: string, field: ActionField | undefined): boolean =>
  field?.missing === undefined && field?.after === undefined && shape[name]?.safeParse(undefined).success === true;

export type ActionFormValues = Record<string, string | boolean>;

/** The contract's body as it is typed: an empty optional field is absent, and amounts are in the reader's format. */
export function actionSchemaOf(
  contract: Action,
  fields: Readonly<Record<string, ActionField | undefined>>,
  language: string,
): z.ZodType<Record<string, unknown>, ActionFormValues> {
  const shape = shapeOf(contract);
  // Each field is typed as text; `How` lets a screen name fields of this body only.
  const fieldSchemas = Object.entries(fields).map(([name, field]) => {
    // `How` lets a screen name fields of this body only, each of which is typed as text.
    const fieldSchema = shape[name] as z.ZodType<unknown, string>;
    if (field?.kind === 'check') return [name, fieldSchema] as const;
    const schema =
      field?.kind === 'amount'
        ? // An amount is read from text or from a number of the wire.
          typedAmount(fieldSchema as z.ZodType<unknown, string | number>, language)
        : fieldSchema;
    if (field?.missing) return [name, z.string().trim().min(1, reason(field.missing)).pipe(schema)] as const;
    if (!fieldSchema.safeParse(undefined).success) return [name, schema] as const;
    // The schema was tried on undefined one line above.
    return [name, emptyAsAbsent(schema as z.ZodType<unknown, string | undefined>)] as const;
  });
  // Zod does not infer the names of an object that is built from entries.
  return z.object(Object.fromEntries(fieldSchemas)) as z.ZodType<Record<string, unknown>, ActionFormValues>;
}
