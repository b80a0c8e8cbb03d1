import { clsx } from 'clsx';
import { CircleCheck, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Kbd } from '#client/ui/data/Kbd.tsx';
import { ShortcutsMenu } from '#client/ui/overlay/ShortcutsMenu.tsx';
import type { AdminKycRequestDetails } from './kyc.admin.queries.ts';
import type { RequestsState } from './useRequestsState.ts';

interface RequestsFooterProps {
  shortcuts: { isOn: boolean; toggle: () => void };
  lastVerdict: AdminKycRequestDetails | undefined;
  state: RequestsState;
}

/** The way back to what was decided last, and the keys. */
export function RequestsFooter({ shortcuts, lastVerdict, state }: RequestsFooterProps) {
  const { t } = useTranslation('kyc.admin');
  return (
    <>
      {lastVerdict && lastVerdict.id !== state.openId && (
        <LastVerdict lastVerdict={lastVerdict} href={state.hrefOf(lastVerdict.id)} />
      )}
      <div className="flex flex-wrap items-center gap-1.5 text-xs text-faint pointer-coarse:hidden">
        {shortcuts.isOn && (
          <>
            <Kbd>J</Kbd>
            <Kbd>K</Kbd>
            <span>{t('keys.move')}</span>
            <Kbd>/</Kbd>
            <span>{t('keys.search')}</span>
            <Kbd>P</Kbd>
            <span>{t('keys.documents')}</span>
            <Kbd>B</Kbd>
            <span>{t('keys.sideBySide')}</span>
          </>
        )}
        <ShortcutsMenu shortcuts={shortcuts} />
      </div>
    </>
  );
}

function LastVerdict({ lastVerdict, href }: { lastVerdict: AdminKycRequestDetails; href: string }) {
  const { t } = useTranslation('kyc.admin');
  const isApproved = lastVerdict.status === 'approved';
  const Icon = isApproved ? CircleCheck : CircleX;
  return (
    <span className="flex items-start gap-1.5 text-xs">
      <Icon
        aria-hidden="true"
        className={clsx('size-4 shrink-0', isApproved ? 'text-completed' : 'text-rejected')}
        strokeWidth={2}
      />
      <span className="wrap-anywhere">
        <span className="text-muted">{t('lastDecided')} </span>
        <Link to={href} preventScrollReset className="text-link underline">
          {lastVerdict.userName}
        </Link>
      </span>
    </span>
  );
}
