import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, hasCode } from '#client/lib/api/call.ts';
import { invalidateRoutes } from '#client/lib/api/query.ts';
import { useErrorText } from '#client/lib/i18n/errors.ts';
import { signInPrompt } from '#client/lib/session/prompts.ts';
import { Button, TextLink } from '../form/Button.tsx';
import { Note } from './Banner.tsx';
import { Problem } from './Problem.tsx';
import { toast } from './toast.ts';

interface AdminProblemProps {
  error: unknown;
  title: string;
  /** Retries the failed request. */
  onRetry?: (() => void) | undefined;
  /** Replaces the button that tries again. */
  remedy?: ReactNode;
}

/** An error in the admin area; an ended session offers to sign in again over the page, and then retries. */
export function AdminProblem({ error, title, onRetry, remedy }: AdminProblemProps) {
  const { t } = useTranslation(['admin.common', 'common']);
  const textOf = useErrorText();
  const client = useQueryClient();
  const isSignedOut = error instanceof CallError && error.status === 401;
  useEffect(() => {
    if (isSignedOut)
      toast({ title: t('authTitle'), text: textOf({ reason: 'admin_sign_in_required' }), tone: 'problem' });
  }, [isSignedOut, t, textOf]);

  const isPending = hasCode(error, 'approval_pending');
  useEffect(() => {
    if (isPending) void invalidateRoutes(client, 'GET /api/admin/approvals', 'GET /api/auth/user');
  }, [isPending, client]);

  const signIn = async () => {
    if (!(await signInPrompt.ask())) return;
    onRetry?.();
    await client.invalidateQueries();
  };
  if (isSignedOut) {
    return (
      <Problem
        error={textOf({ reason: 'admin_sign_in_required' })}
        action={<Button text={t('reauthenticate')} size="small" onClick={() => void signIn()} />}
      />
    );
  }
  if (isPending) {
    return (
      <Note announce action={<TextLink to="/admin/approvals">{t('approvals')}</TextLink>}>
        <p className="font-medium">{t('waitsTitle')}</p>
        <p>{t('waitsText')}</p>
      </Note>
    );
  }
  // The server's message is sufficient: another admin has decided.
  const isDecided = hasCode(error, 'already_decided');
  return (
    <Problem
      error={error}
      title={isDecided ? undefined : title}
      action={
        remedy ??
        (onRetry && !isDecided && <Button text={t('common:action.tryAgain')} size="small" onClick={onRetry} />)
      }
    />
  );
}
