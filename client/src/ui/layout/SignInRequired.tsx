import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { HeroArt } from '../brand/HeroArt.tsx';
import { ButtonLink } from '../form/Button.tsx';
import { Page } from './Page.tsx';

interface SignInRequiredProps {
  /** The screen's own text, such as "Please log in to sell your cryptocurrency." */
  title: string;
  text: string;
  /** `/api/login` leads through the server, by plain navigation. */
  signInPath?: '/login' | '/api/login' | undefined;
  /** What the visitor began and goes on with afterwards. */
  begun?: ReactNode;
}

/** Shown to a visitor on a customer's screen: creating an account or signing in leads back to the same place. */
export function SignInRequired({ title, text, signInPath = '/login', begun }: SignInRequiredProps) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const next = encodeURIComponent(pathname + search);
  return (
    <div className="relative flex flex-1 flex-col pb-32 max-xl:-mb-20 md:pb-52 typing:mb-0">
      <Page title={title} lede={text} width="form">
        <div className="flex flex-wrap gap-3">
          <ButtonLink variant="filled" to={`/register?next=${next}`} className="max-sm:w-full">
            {t('action.createAccount')}
          </ButtonLink>
          <ButtonLink
            to={`${signInPath}?next=${next}`}
            reloadDocument={signInPath === '/api/login'}
            className="max-sm:w-full"
          >
            {t('action.signIn')}
          </ButtonLink>
        </div>
        {begun}
      </Page>
      <HeroArt />
    </div>
  );
}
