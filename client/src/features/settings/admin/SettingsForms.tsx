import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { PartLink } from '#client/ui/layout/SkipLink.tsx';
import { isFourEyesOn } from '#shared/kernel/approval.ts';
import { BrandForm } from './BrandForm.tsx';
import { DepositsForm } from './DepositsForm.tsx';
import { ExplorersForm } from './ExplorersForm.tsx';
import { FeesForm } from './FeesForm.tsx';
import { FourEyesForm } from './FourEyesForm.tsx';
import { LandingForm } from './LandingForm.tsx';
import { PayoutsForm } from './PayoutsForm.tsx';
import { RulesForm } from './RulesForm.tsx';
import { sectionIds } from './Section.tsx';
import type { SettingsFormProps } from './settings.form-props.ts';
import { TimesForm } from './TimesForm.tsx';

interface SettingsFormsProps extends SettingsFormProps {
  /** Whether there is a second member: without one the four-eyes settings are hidden, as no one could approve. */
  isTeam: boolean;
}

/** All sections. A saved one restarts with the stored values; the others keep unsaved input. */
export function SettingsForms({ settings, isTeam, onAsk }: SettingsFormsProps) {
  const { t } = useTranslation('settings.admin');
  useAnchor();
  const hasFourEyes = isTeam || isFourEyesOn(settings.fourEyes);
  const of = (...sections: unknown[]) => JSON.stringify(sections);
  const props = { settings, onAsk };
  return (
    <div className="flex flex-col gap-6">
      <nav aria-label={t('sections')} className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {sectionIds
          .filter((id) => id !== 'fourEyes' || hasFourEyes)
          .map((id) => (
            <PartLink key={id} id={id} className="inline-flex min-h-6 items-center text-link">
              {t(`${id}.title`)}
            </PartLink>
          ))}
      </nav>
      <FeesForm key={`fees ${of(settings.fees)}`} {...props} />
      <RulesForm key={`rules ${of(settings.limits, settings.rules)}`} {...props} />
      <DepositsForm key={`deposits ${of(settings.deposits)}`} {...props} />
      <ExplorersForm key={`explorers ${of(settings.explorers)}`} {...props} />
      <PayoutsForm key={`payouts ${of(settings.payouts)}`} {...props} />
      {hasFourEyes && <FourEyesForm key={`fourEyes ${of(settings.fourEyes)}`} {...props} />}
      <BrandForm key={`brand ${of(settings.brand)}`} {...props} />
      <LandingForm key={`landing ${of(settings.landing)}`} {...props} />
      <TimesForm key={`times ${of(settings.support, settings.times)}`} {...props} />
    </div>
  );
}

/** Goes to the section the address names: the forms come after the page, too late for the browser. */
function useAnchor(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}
