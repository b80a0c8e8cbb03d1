import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../form/Button.tsx';
import { useProblemText } from './Problem.tsx';
import { Skeleton } from './Skeleton.tsx';

interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  /** The reason why the list is empty. */
  text?: ReactNode;
  /** Button or link of the next step. */
  action?: ReactNode;
  /** The level of the heading: 2 inside a page, 3 inside a section. */
  level?: 2 | 3 | undefined;
}

/** The empty state: explains why there is nothing, and offers one action. */
export function EmptyState({ icon, title, text, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="card flex flex-col items-center gap-3 px-4 py-12 text-center sm:px-6">
      {icon && <div className="text-faint">{icon}</div>}
      <Heading className="text-lg">{title}</Heading>
      {text && <p className="max-w-[60ch] text-muted">{text}</p>}
      {action && <div className="no-print mt-1">{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  error: unknown;
  title?: ReactNode;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
}

/** The error in place of content that failed to load, with Try Again. */
export function ErrorState({ error, title, onRetry, retrying }: ErrorStateProps) {
  const { t } = useTranslation();
  const textOf = useProblemText();
  return (
    <div role="alert" className="card flex flex-col items-center gap-3 px-4 py-12 text-center sm:px-6">
      <h2 className="text-lg">{title ?? t('error.title')}</h2>
      <p className="max-w-[60ch] text-muted">{textOf(error)}</p>
      {onRetry && (
        <Button
          text={t('action.tryAgain')}
          variant="outline"
          busy={retrying}
          icon={<RotateCw className="size-4" strokeWidth={2} />}
          onClick={onRetry}
        />
      )}
    </div>
  );
}

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown; isFetching: boolean };
  /** The classes of the lines that reserve its place. */
  skeleton: readonly string[];
  /** Classes of the element around the lines. */
  className?: string;
  /** The title of the error. */
  title?: ReactNode;
  children?: (data: Data) => ReactNode;
}

/** Renders the data of a query; until then a placeholder of the same size, or the error. */
export function LoadedQuery<Data>(props: LoadedProps<Data>) {
  const { query, skeleton, className = 'flex flex-col gap-4', title, children } = props;
  const { data, error, refetch, isFetching } = query;
  if (data !== undefined) return children?.(data);
  if (error) return <ErrorState error={error} title={title} onRetry={() => void refetch()} retrying={isFetching} />;
  return <Skeleton className={className} line={skeleton} />;
}
