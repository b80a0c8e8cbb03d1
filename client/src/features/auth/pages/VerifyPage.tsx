import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { readPending, type PendingVerification } from '../components/auth.pending-verification.ts';
import { useHandedEmail, useReturnTo } from '../components/auth.return-to.ts';
import { AuthFrame } from '../components/AuthFrame.tsx';
import { CodeStep } from '../components/CodeStep.tsx';

/** The code on its own page, for users who return to it later: asks for the address as well. */
export function VerifyPage() {
  const { t } = useTranslation('auth');
  const [pending, setPending] = useAddress();
  const { path, query } = useReturnTo();
  const navigate = useNavigate();

  return (
    <AuthFrame title={t('code.title')} lede={t('code.lede')} short>
      <CodeStep
        pending={pending}
        onPending={setPending}
        onConfirmed={() => void navigate(path ?? '/', { replace: true })}
        failedTitle={t('code.failedAlone')}
        resendFailedTitle={t('code.resendFailedAlone')}
        wrongCode={t('code.invalid')}
      >
        <TextInput
          label={t('field.email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          value={pending.email}
          onValue={(typed) => setPending({ email: typed.trim() })}
        />
      </CodeStep>
      <Link to={`/register${query}`} className="text-link inline-flex min-h-11 items-center self-start">
        {t('code.backToRegistration')}
      </Link>
    </AuthFrame>
  );
}

/** The address from the link, the screen before or this browser; it leaves the address bar at once. */
function useAddress(): [PendingVerification, (pending: PendingVerification) => void] {
  const [search, setSearch] = useSearchParams();
  const inLink = search.get('email');
  const handed = useHandedEmail();
  const [pending, setPending] = useState<PendingVerification>(() => readPending(inLink ?? handed) ?? { email: '' });

  useEffect(() => {
    if (inLink === null) return;
    setSearch(
      (previous) => {
        previous.delete('email');
        return previous;
      },
      { replace: true },
    );
  }, [inLink, setSearch]);
  return [pending, setPending];
}
