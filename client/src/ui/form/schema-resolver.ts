import { toNestErrors } from '@hookform/resolvers';
import type { FieldError, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { loadErrors, useErrorText, type ErrorText } from '#client/lib/i18n/errors.ts';
import { defaultReason, fieldErrorOf } from '#shared/kernel/field-error.ts';
import type { FilledReason } from '#shared/kernel/reason.ts';

/** Validates a form by a schema of the contract; each error carries its reason, like the server's answer. */
export function schemaResolver<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return async (values, _context, options) => {
    const parsedValues = await schema.safeParseAsync(values, { error: defaultReason });
    if (parsedValues.success) return { values: parsedValues.data, errors: {} };
    await loadErrors();
    const errors: Record<string, FieldError> = {};
    for (const issue of parsedValues.error.issues)
      errors[issue.path.join('.')] ??= toFieldError({ ...fieldErrorOf(issue), message: issue.message });
    return { values: {}, errors: toNestErrors(errors, options) };
  };
}

/** A reason as the form library stores it: translated when shown, so that it follows the language. */
export function toFieldError({ reason, params, message }: ErrorText): FieldError {
  const types = Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]));
  return { type: reason ?? 'server', types, message };
}

/** Renders the stored error of a field; undefined without one. */
export function useFieldErrorText(): (error: FieldError | undefined) => string | undefined {
  const textOf = useErrorText();
  return (error) =>
    // `toFieldError` stored the reason here; for 'server' the message is shown.
    error && textOf({ reason: error.type as FilledReason['reason'], params: paramsOf(error), message: error.message });
}

function paramsOf({ types = {} }: FieldError): Record<string, string> {
  return Object.fromEntries(Object.entries(types).map(([name, value]) => [name, String(value)]));
}
