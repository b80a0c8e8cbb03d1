import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call, hasCode } from '#client/lib/call.ts';
import { formatTime } from '#client/lib/format.ts';
import { extendSession, sessionQuery, signOut } from '#client/lib/session.ts';
import { queryClient } from '#client/lib/query.ts';
import { keepToken } from '#client/lib/token.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { PasswordInput } from '#client/ui/PasswordInput.tsx';
import { Problem } from '#client/ui/Problem.tsx';
import { asksForSecondFactor, SecondFactorInput } from '#client/ui/SecondFactorInput.tsx';
import { TextInput } from '#client/ui/TextInput.tsx';

/**
 * Asks for the password again without leaving the page. Only the person who was here may go on: somebody else's
 * sign-in must not inherit what stands on this page.
 */
export function SignInAgainDialog({ onDone }: { onDone: (signedIn: boolean) => void }) {
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
      keepToken(token, isAdmin);
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
        <Button type="submit" look="filled" wide busy={signIn.isPending}>
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
          <Button look="filled" busy={stay.isPending} onClick={() => stay.mutate()}>
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
