import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { CallError } from '#client/lib/api/call.ts';
import { useServerMessage } from '#client/lib/realtime/realtime.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { useProblemText } from '#client/ui/feedback/Problem.tsx';
import { verifyPath } from '../kyc.queries.ts';

interface KycRequiredProps {
  /** The refusal, whose text names the remaining limit. */
  error: CallError;
  title: string;
  /** Runs as soon as a review is decided: the refused action may be tried again. */
  onDecided: () => void;
  /** Further text. */
  children?: ReactNode;
}

/** An amount exceeds the limit without an identity check: the reason, and the link to the check. */
export function KycRequired({ error, title, onDecided, children }: KycRequiredProps) {
  const { t } = useTranslation('kyc');
  const textOf = useProblemText();
  const { pathname, search } = useLocation();
  useServerMessage('kyc_updated', (message) => message !== 'resumed' && onDecided());
  const verify = (
    <Link to={verifyPath(pathname + search)} className="inline-flex min-h-11 items-center text-link font-medium">
      {t('required.verify')}
    </Link>
  );
  return (
    <div ref={bringIntoView}>
      <Note tone="warning" announce action={verify}>
        <strong className="block font-semibold">{title}</strong>
        {textOf(error)}
        {children}
      </Note>
    </div>
  );
}

/** Scrolls into view: the content that the pressed button revealed may be below the edge of the screen. */
export const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });
