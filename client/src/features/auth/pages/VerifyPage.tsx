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
  const [verification, setVerification] = useAddress();
  const { path, query } = useReturnTo();
  const navigate = useNavigate();

  return (
    <AuthFrame title={t('code.title')} lede={t('code.lede')} short>
      <CodeStep
        verification={verification}
        onPending={setVerification}
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
          value={verification.email}
          onValue={(text) => setVerification({ email: text.trim() })}
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
  const handedEmail = useHandedEmail();
  const [verification, setVerification] = useState<PendingVerification>(
    () => readPending(inLink ?? handedEmail) ?? { email: '' },
  );

  useEffect(() => {
    if (inLink === null) return;
    setSearch(
      (params) => {
        params.delete('email');
        return params;
      },
      { replace: true },
    );
  }, [inLink, setSearch]);
  return [verification, setVerification];
}
