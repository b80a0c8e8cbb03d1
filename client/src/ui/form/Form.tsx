import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
} from 'react';
import type {
  FieldError,
  FieldErrors,
  FieldPath,
  FieldValues,
  UseFormRegisterReturn,
  UseFormReturn,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CallError } from '#client/lib/api/call.ts';
import type { ErrorText } from '#client/lib/i18n/errors.ts';
import { Problem } from '../feedback/Problem.tsx';
import { toFieldError, useFieldErrorText } from './schema-resolver.ts';
import { fieldLimitOf } from './schema/max-length.ts';
import { useSubmitKey } from './submit-key.ts';

type RegisteredField<Name extends string> = UseFormRegisterReturn<Name> & { id: string; error: string | undefined };

function errorAt(errors: unknown, name: string): FieldError | undefined {
  let at: unknown = errors;
  for (const key of name.split('.')) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined;
  return isFieldError(at) ? at : undefined;
}

function isFieldError(value: unknown): value is FieldError {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/**
 * Ties inputs to a form: `<TextInput label="Email" {...field('email')} />`, each with its error, its id and the longest
 * text that the contract accepts.
 */
export function useFields<Values extends FieldValues, Parsed = Values>(form: UseFormReturn<Values, unknown, Parsed>) {
  const prefix = useId();
  const { errors } = form.formState;
  const textOf = useFieldErrorText();
  return <Name extends FieldPath<Values>>(name: Name): RegisteredField<Name> => {
    const maxLength = fieldLimitOf(form.control, name);
    return {
      ...form.register(name),
      ...(maxLength !== undefined && { maxLength }),
      id: `${prefix}${name}`,
      error: textOf(errorAt(errors, name)),
    };
  };
}

interface FormProps<Values extends FieldValues, Parsed> extends Omit<
  ComponentProps<'form'>,
  'onSubmit' | 'noValidate'
> {
  form: UseFormReturn<Values, unknown, Parsed>;
  onSubmit: (values: Parsed) => void;
  /** Error of the last attempt; its field errors are put beside their fields. */
  error?: unknown;
  /** Title above the server's message, such as "Registration failed". */
  errorTitle?: string | undefined;
  /** Runs when validation refuses an attempt. */
  onRefused?: ((errors: FieldErrors<Values>) => void) | undefined;
}

/** A form that never loses typed text; a failed attempt moves the focus to a summary that links to fields. */
export function Form<Values extends FieldValues, Parsed>(props: FormProps<Values, Parsed>) {
  const { form, onSubmit, error, errorTitle, onRefused, className = 'flex flex-col gap-6', children, ...rest } = props;
  const summary = useRef<HTMLDivElement>(null);
  const { errors, submitCount } = form.formState;
  const problems = problemsOf(errors);
  const hasProblems = submitCount > 0 && problems.length > 0;
  useServerErrors(form, error, () => summary.current?.focus());
  useAfterRefusal(form, () => summary.current?.focus());

  const otherProblems = error instanceof CallError && Object.keys(error.fields).length > 0 ? undefined : error;
  return (
    <form
      {...rest}
      noValidate
      className={className}
      onSubmit={(event) => void form.handleSubmit(onSubmit, onRefused)(event)}
    >
      <div ref={summary} tabIndex={-1} className="flex flex-col gap-3 empty:hidden">
        {otherProblems ? <Problem error={otherProblems} title={errorTitle} /> : null}
        {hasProblems && <Summary problems={problems} />}
      </div>
      {children}
    </form>
  );
}

/** A part of a long form, under its own heading. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-5">
      <legend className="mb-4 text-lg font-bold">{title}</legend>
      {children}
    </fieldset>
  );
}

/**
 * A short form, sent by Ctrl Enter as well: a failed attempt focuses the first field in error; the caller shows
 * refusals without a field.
 */
export function ShortForm<Values extends FieldValues, Parsed>(
  props: Omit<FormProps<Values, Parsed>, 'errorTitle'> & {
    /** False if Ctrl Enter sends nothing. */
    submitKey?: boolean | undefined;
  },
) {
  const { form, onSubmit, onRefused, submitKey = true, error, ref, ...rest } = props;
  const element = useRef<HTMLFormElement>(null);
  useSubmitKey(element, (isShown) => {
    if (submitKey) isShown.requestSubmit();
  });
  useServerErrors(form, error, (first) => first && form.setFocus(first));
  useAfterRefusal(form, () => focusFirstInvalid(element.current));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    void form.handleSubmit(onSubmit, onRefused)(event);
  };
  const attach = useCallback(
    (node: HTMLFormElement | null) => {
      element.current = node;
      return typeof ref === 'function' ? ref(node) : undefined;
    },
    [ref],
  );
  return <form {...rest} ref={attach} noValidate onSubmit={submit} />;
}

/** The form library finds only registered fields: those of a draft are found by their attributes. */
function focusFirstInvalid(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>(':is([aria-invalid], [data-invalid]):not(:disabled)')?.focus();
}

/**
 * Moves the focus once the errors of a refused attempt are on the screen. It moves once: moving it again a turn later
 * would take the focus from a user who is already typing.
 */
function useAfterRefusal<Values extends FieldValues, Parsed>(
  { formState: { submitCount, errors } }: UseFormReturn<Values, unknown, Parsed>,
  focus: () => void,
): void {
  const onAttempt = useEffectEvent(() => {
    if (Object.keys(errors).length > 0) focus();
  });
  const seenCount = useRef(submitCount);
  useEffect(() => {
    if (seenCount.current === submitCount) return;
    seenCount.current = submitCount;
    onAttempt();
  }, [submitCount]);
}

/** Puts the field errors of a refusal next to their fields, and the focus where `focus` moves it. */
function useServerErrors<Values extends FieldValues, Parsed>(
  { setError }: UseFormReturn<Values, unknown, Parsed>,
  error: unknown,
  focus: (first: FieldPath<Values> | undefined) => void,
): void {
  const onRefused = useEffectEvent(focus);
  useEffect(() => {
    if (!(error instanceof CallError)) return;
    // A refusal names fields of the body, which the form has too.
    const fields = Object.entries(error.fields) as [FieldPath<Values>, ErrorText][];
    for (const [name, field] of fields) setError(name, toFieldError(field));
    onRefused(fields[0]?.[0]);
  }, [error, setError]);
}

interface FieldProblem {
  name: string;
  error: FieldError;
  focus: (() => void) | undefined;
}

function problemsOf(errors: object, path = ''): FieldProblem[] {
  return Object.entries(errors).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null || key === 'ref') return [];
    const name = path ? `${path}.${key}` : key;
    if (!isFieldError(value)) return problemsOf(value, name);
    return [{ name, error: value, focus: focusOf(value.ref) }];
  });
}

/** An input, or the object that the form library stores for a composed one. */
function focusOf(input: unknown): (() => void) | undefined {
  if (typeof input !== 'object' || input === null || !('focus' in input)) return undefined;
  const { focus } = input;
  return typeof focus === 'function' ? () => void focus.call(input) : undefined;
}

function Summary({ problems }: { problems: FieldProblem[] }) {
  const { t } = useTranslation();
  const textOf = useFieldErrorText();
  const id = useId();
  // Fields with the same text are one problem; it links to the first of them.
  const texts = new Map(problems.map((problem) => [textOf(problem.error), problem] as const).toReversed());
  return (
    <section
      role="alert"
      aria-labelledby={id}
      className="rounded-control border border-rejected bg-rejected-soft px-4 py-3 text-sm"
    >
      <h2 id={id} className="text-base">
        {t('form.problems', { count: texts.size })}
      </h2>
      <ul className="mt-1 flex flex-col items-start">
        {[...texts].toReversed().map(([text, { name, focus }]) => (
          <li key={name}>
            <button
              type="button"
              className="py-1.5 text-start text-rejected underline underline-offset-3 pointer-coarse:py-3"
              onClick={focus}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
