import { useTranslation } from 'react-i18next';
import { HeroArt } from '#client/ui/brand/HeroArt.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';

/** The closing call to action: sign up, sell at once, or see the rates. */
export function ClosingCall({ signedIn }: { signedIn: boolean }) {
  const { t } = useTranslation('landing');
  return (
    <section className="relative overflow-hidden border-t border-line bg-surface">
      <HeroArt mirrored />
      <div className="wrap relative flex flex-col items-center gap-4 pt-12 pb-32 text-center md:pt-24 md:pb-48">
        <h2 className="text-2xl tracking-[-0.024em] md:text-3xl">{t('closing.title')}</h2>
        <p className="max-w-[60ch] text-balance text-muted">{t('closing.text')}</p>
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink variant="tonal" to={signedIn ? '/sell' : '/register'}>
            {signedIn ? t('closing.sell') : t('closing.signUp')}
          </ButtonLink>
          <ButtonLink to="/dashboard">{t('closing.rates')}</ButtonLink>
        </div>
      </div>
    </section>
  );
}
