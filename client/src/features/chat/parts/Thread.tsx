import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Line } from '../thread.ts';
import { timeOf } from '../time.ts';

interface ThreadProps {
  lines: readonly Line[];
  /** Whose screen this is: their own lines stand at the end. */
  side: 'user' | 'support';
  typing?: boolean;
  /** Whether the line stands: without it a message waits. */
  isConnected?: boolean;
  onRetry: (line: Line) => void;
  /** Number of the first message that is new to whoever looks. */
  newFrom?: number | undefined;
  className?: string;
  /** Above the first line. */
  before?: ReactNode;
  /** What belongs to the newest line, such as a form. */
  children?: ReactNode;
}

/** The conversation as a log that screen readers follow; the newest line stays in sight. */
export function Thread({
  lines,
  side,
  typing = false,
  isConnected = true,
  onRetry,
  newFrom,
  className,
  before,
  children,
}: ThreadProps) {
  const { t } = useTranslation('chat');
  const end = useRef<HTMLDivElement>(null);
  const hasMore = Boolean(children);
  useEffect(() => {
    // Named, because it is their change that moves the end of the log.
    if (lines.length > 0 || typing || hasMore) end.current?.scrollIntoView({ block: 'nearest' });
  }, [lines.length, typing, hasMore]);
  return (
    <div
      role="log"
      aria-label={t('log')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className={clsx('flex flex-col gap-4 overflow-y-auto', className)}
    >
      {before}
      {lines.map((line) => (
        <Fragment key={line.key}>
          {line.seq !== undefined && line.seq === newFrom && <Divider />}
          <Bubble {...{ line, side, isConnected, onRetry }} />
        </Fragment>
      ))}
      {typing && <p className="text-xs text-muted">{t('typing')}</p>}
      {children}
      <div ref={end} />
    </div>
  );
}

function Divider() {
  const { t } = useTranslation('chat');
  return (
    <p className="flex items-center gap-4 text-xs text-tide before:h-px before:flex-1 before:bg-tide after:h-px after:flex-1 after:bg-tide">
      {t('newMessages')}
    </p>
  );
}

interface BubbleProps {
  line: Line;
  side: 'user' | 'support';
  isConnected: boolean;
  onRetry: (line: Line) => void;
}

function Bubble({ line, side, isConnected, onRetry }: BubbleProps) {
  const { t } = useTranslation('chat');
  const { text, from, at, state, warning, name } = line;
  const own = from === side;
  const who = own ? t('you') : from === 'bot' ? t('bot') : name;
  return (
    <div className={clsx('flex max-w-[85%] flex-col gap-1', own ? 'items-end self-end' : 'items-start self-start')}>
      <p
        dir="auto"
        className={clsx(
          'max-w-full rounded-card border px-3.5 py-2.5 break-words whitespace-pre-wrap [overflow-wrap:anywhere]',
          own ? 'border-transparent bg-tide-soft' : 'border-line bg-raised',
        )}
      >
        {text}
      </p>
      {warning && (
        <p className="flex items-start gap-1.5 text-sm text-pending">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {t(side === 'user' ? 'foreign' : 'warningForDesk')}
        </p>
      )}
      <p className="text-xs text-muted">
        <span>{who}</span>, <time dateTime={at}>{timeOf(at)}</time>
        {own && state !== 'failed' && `, ${t(state === 'sending' && !isConnected ? 'unsent' : state)}`}
        {state === 'failed' && (
          <>
            , <span className="text-rejected">{t('failed')}</span>{' '}
            <button type="button" className="text-link min-h-6" onClick={() => onRetry(line)}>
              {t('retry')}
            </button>
          </>
        )}
      </p>
    </div>
  );
}
