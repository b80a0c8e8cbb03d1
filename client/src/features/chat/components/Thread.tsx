import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { Fragment, lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/form/Button.tsx';
import { agentName } from '#shared/chat/chat.agent.ts';
import { offerCodeIn } from '#shared/offers/offers.code.ts';
import { movesFocusToLog } from '../chat.focus.ts';
import { firstSeq, type Line } from '../chat.thread.ts';
import { timeOf } from '../chat.time.ts';
import { useLogScroll } from './useLogScroll.ts';

const OfferCard = lazy(async () => ({
  default: (await import('#client/features/offers/components/OfferCard.tsx')).OfferCard,
}));
const Attachments = lazy(async () => ({ default: (await import('./Attachments.tsx')).Attachments }));

interface ThreadProps {
  lines: readonly Line[];
  /** The side of the reader: own lines are end-aligned. */
  side: 'user' | 'support';
  /** The member of the team whose screen this is. */
  ownId?: string | undefined;
  /** Text that names who is typing now. */
  typing?: string | false | undefined;
  /** Connection state: messages wait while false. */
  isConnected?: boolean;
  onRetry: (line: Line) => void;
  /** Number of the first message that is new to the reader. */
  newFrom?: number | undefined;
  /** The number of the last message that the other side has read. */
  readSeq?: number;
  /** Earlier messages, while there are more. */
  earlier?: { busy: boolean; onRead: () => void } | false;
  className?: string;
  /** Content below the newest line, such as a form. */
  children?: ReactNode;
}

/** The conversation as a log for screen readers: each line is announced once, its later changes are not. */
export function Thread(props: ThreadProps) {
  const { lines, side, ownId, typing, isConnected = true, onRetry, newFrom, readSeq = 0, earlier, className } = props;
  const { children } = props;
  const { t } = useTranslation('chat');
  const lastLine = lines.at(-1);
  const first = `${firstSeq(lines)}`;
  const { log, content, isBehind, toEnd, onScroll } = useLogScroll({
    first,
    last: lastLine?.key,
    isLastOwn: lastLine?.from === side,
  });
  const lastOwn = lines.findLast(({ from, seq }) => from === side && seq !== undefined);
  const lastReadKey = (lastOwn?.seq ?? Infinity) <= readSeq ? lastOwn?.key : undefined;
  return (
    <div className={clsx('relative flex flex-col', className)}>
      <div
        ref={log}
        role="log"
        aria-label={t('log')}
        aria-relevant="additions"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className={clsx('min-h-0 flex-1 overflow-y-auto [overflow-anchor:none]', side === 'support' && 'p-4')}
      >
        <div ref={content} className="flex flex-col gap-4">
          {earlier && (
            <Button
              text={t('earlier')}
              ref={movesFocusToLog}
              size="small"
              className="self-center"
              busy={earlier.busy}
              onClick={earlier.onRead}
            />
          )}
          {lines.map((line) => (
            <Fragment key={line.key}>
              {line.seq !== undefined && line.seq === newFrom && <Divider />}
              <Bubble {...{ line, side, ownId, isConnected, onRetry }} isRead={line.key === lastReadKey} />
            </Fragment>
          ))}
          {typing && (
            <p aria-live="off" className="text-xs text-muted">
              {typing}
            </p>
          )}
          {children}
        </div>
      </div>
      {isBehind && <ToEnd onPress={toEnd} />}
    </div>
  );
}

function ToEnd({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <Button
      text={t('newMessages')}
      ref={movesFocusToLog}
      size="small"
      variant="filled"
      className="absolute bottom-2 self-center"
      onClick={onPress}
    />
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

/** Returns the name of a line's writer on this screen; only the team sees which member it was. */
function useWriterName({ from, name, by }: Line, side: BubbleProps['side'], userId: string | undefined) {
  const { t } = useTranslation('chat');
  if (from === 'bot') return t('bot');
  const isColleague = side === 'support' && from === 'support' && by !== undefined && by?.id !== userId;
  if (from === side && !isColleague) return t('you');
  return by?.name ?? (name === agentName ? t('agent') : name);
}

interface BubbleProps {
  line: Line;
  side: 'user' | 'support';
  ownId: string | undefined;
  isConnected: boolean;
  /** True if the other side has read it; shown only below the last one. */
  isRead: boolean;
  onRetry: (line: Line) => void;
}

function Bubble({ line, side, ownId, isConnected, isRead, onRetry }: BubbleProps) {
  const { t } = useTranslation('chat');
  const { text, from, at, state, warning, order, file } = line;
  const isOwn = from === side;
  const writerName = useWriterName(line, side, ownId);
  // A customer could write a link that resembles ours, so only links of the team become cards.
  const offerCode = side === 'user' && from === 'support' ? offerCodeIn(text, window.location.origin) : undefined;
  return (
    <div className={clsx('flex max-w-[85%] flex-col gap-1', isOwn ? 'items-end self-end' : 'items-start self-start')}>
      {text && (
        <p
          dir="auto"
          className={clsx(
            'max-w-full rounded-card border px-3.5 py-2.5 break-words whitespace-pre-wrap [overflow-wrap:anywhere]',
            isOwn ? 'border-transparent bg-tide-soft' : 'border-line bg-raised',
          )}
        >
          {text}
        </p>
      )}
      {offerCode && (
        <Suspense>
          <OfferCard code={offerCode} />
        </Suspense>
      )}
      {(order || file) && (
        <Suspense fallback={<p className="min-h-11 text-muted">{file?.originalName ?? order?.reference}</p>}>
          <Attachments {...{ order, file, side }} />
        </Suspense>
      )}
      {warning && (
        <p className="flex items-start gap-1.5 text-sm text-pending">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" strokeWidth={2} />
          {t(side === 'user' ? 'foreign' : 'warningForTeam')}
        </p>
      )}
      <p className="text-xs text-muted">
        <span>{writerName}</span>, <time dateTime={at}>{timeOf(at)}</time>
        {isOwn &&
          state !== 'failed' &&
          `, ${t(isRead ? 'seen' : state === 'sending' && !isConnected ? 'unsent' : state)}`}
        {state === 'failed' && (
          <>
            , <span className="text-rejected">{t('failed')}</span>{' '}
            <button ref={movesFocusToLog} type="button" className="text-link min-h-6" onClick={() => onRetry(line)}>
              {t('retry')}
            </button>
          </>
        )}
      </p>
    </div>
  );
}
