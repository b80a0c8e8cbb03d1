import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '#client/lib/api/call.ts';
import { useMessages } from '#client/lib/i18n/messages.ts';

/** What went wrong, in the customer's language: the server's own message, or an honest word about our failure. */
export function useProblemText(): (error: unknown) => string {
  const { t } = useTranslation();
  const messageOf = useMessages();
  return (error) => {
    if (error instanceof CallError) return messageOf(error.message);
    return typeof error === 'string' ? messageOf(error) : t('error.ours');
  };
}

interface ProblemProps {
  error: unknown;
  /** Stands above the message, such as "Submission Error". */
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
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-rejected" strokeWidth={1.75} />
      <div className="flex min-w-0 flex-col items-start gap-2">
        {title && <p className="font-medium">{title}</p>}
        <p>{textOf(error)}</p>
        {action}
      </div>
    </div>
  );
}
