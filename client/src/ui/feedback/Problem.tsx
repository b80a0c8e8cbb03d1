import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '#client/lib/api/call.ts';
import { useErrorText } from '#client/lib/i18n/errors.ts';

/**
 * Renders an error in the customer's language: the reason of the refusal, a text of the screen, or a message that we
 * failed.
 */
export function useProblemText(): (error: unknown) => string {
  const { t } = useTranslation();
  const textOf = useErrorText();
  return (error) => {
    if (error instanceof CallError) return textOf(error);
    return typeof error === 'string' ? error : t('error.ours');
  };
}

/** The field messages of a refused call, by path; empty without such a refusal. */
export function useFieldErrors(error: unknown): Readonly<Record<string, string>> {
  const textOf = useErrorText();
  if (!(error instanceof CallError)) return {};
  return Object.fromEntries(Object.entries(error.fields).map(([path, field]) => [path, textOf(field)]));
}

interface ProblemProps {
  error: unknown;
  /** Title above the message, such as "Submission Error". */
  title?: string | undefined;
  /** The next step: a button or a link. */
  action?: ReactNode;
}

/** An error where it happened, announced when it appears, with the next step. Shows nothing without an error. */
export function Problem({ error, title, action }: ProblemProps) {
  const textOf = useProblemText();
  if (!error) return null;
  return (
    <div
      role="alert"
      className="flex items-start gap-3 rounded-control border border-rejected bg-rejected-soft px-4 py-3 text-sm"
    >
      <CircleAlert className="size-5 shrink-0 text-rejected" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        {title && <p className="font-medium">{title}</p>}
        <p>{textOf(error)}</p>
        {action}
      </div>
    </div>
  );
}
