import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call, hasCode } from '#client/lib/api/call.ts';
import { formatTime } from '#client/lib/format/format.ts';
import { extendSession, sessionQuery, signOut } from '#client/lib/session/session.ts';
import { queryClient } from '#client/lib/api/query-client.ts';
import { storeToken } from '#client/lib/session/token.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { PasswordInput } from '#client/ui/form/PasswordInput.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { asksForSecondFactor, SecondFactorInput } from '#client/ui/form/SecondFactorInput.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';

/**
 * Asks for the password again without leaving the page. Only the person who was here may go on: somebody else's
 * sign-in must not inherit what stands on this page.
 */
export function ReauthDialog({ onDone }: { onDone: (signedIn: boolean) => void }) {
  const { t } = useTranslation();
  const email = queryClient.getQueryData(sessionQuery.queryKey)?.email ?? '';
  const [typed, setTyped] = useState({ email, password: '', code: '' });
  const [withCode, setWithCode] = useState(false);
  const signIn = useMutation({
    mutationFn: () => {
      const { code, ...known } = typed;
      return call('POST /api/login', { body: { ...known, ...(code && { code }) }, whenSignedOut: 'fail' });
    },
    onError: (error) => setWithCode(withCode || asksForSecondFactor(error)),
    onSuccess: ({ token, isAdmin }) => {
      storeToken(token, isAdmin);
      onDone(true);
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate();
  };

  return (
    <Dialog open title={t('session.expired')} locked={signIn.isPending} widthPx={440} onClose={() => onDone(false)}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <p className="text-muted">{t('session.expiredText')}</p>
        <Problem error={signIn.error && !hasCode(signIn.error, 'second_factor_required') ? signIn.error : null} />
        <TextInput
          label={t('session.email')}
          type="email"
          autoComplete="username"
          value={typed.email}
          readOnly={email !== ''}
          onChange={({ target }) => setTyped({ ...typed, email: target.value })}
        />
        <PasswordInput
          label={t('session.password')}
          autoComplete="current-password"
          value={typed.password}
          onChange={({ target }) => setTyped({ ...typed, password: target.value })}
        />
        {withCode && (
          <SecondFactorInput value={typed.code} onChange={({ target }) => setTyped({ ...typed, code: target.value })} />
        )}
        <Button type="submit" variant="filled" wide busy={signIn.isPending}>
          {t('action.signIn')}
        </Button>
      </form>
    </Dialog>
  );
}

/** Two minutes before the end: one press keeps the session, nothing on the page is lost either way. */
export function StaySignedInDialog({ endsAt, onClose }: { endsAt: number; onClose: () => void }) {
  const { t } = useTranslation();
  const stay = useMutation({ mutationFn: extendSession, onSuccess: onClose });
  const leave = useMutation({ mutationFn: signOut, onSuccess: onClose });

  return (
    <Dialog
      open
      title={t('session.warningTitle')}
      widthPx={440}
      onClose={onClose}
      footer={
        <>
          <Button busy={leave.isPending} onClick={() => leave.mutate()}>
            {t('action.signOut')}
          </Button>
          <Button variant="filled" busy={stay.isPending} onClick={() => stay.mutate()}>
            {t('session.stay')}
          </Button>
        </>
      }
    >
      <p>{t('session.warningText', { time: formatTime(endsAt) })}</p>
      <Problem error={stay.error ?? leave.error} />
    </Dialog>
  );
}
