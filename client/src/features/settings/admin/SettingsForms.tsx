import { BrandForm } from './BrandForm.tsx';
import { FeesForm } from './FeesForm.tsx';
import { LandingForm } from './LandingForm.tsx';
import { RulesForm } from './RulesForm.tsx';
import type { SettingsFormProps } from './settings.form-props.ts';
import { TimesForm } from './TimesForm.tsx';

/** All sections. A saved one restarts with the stored values; the others keep unsaved input. */
export function SettingsForms({ settings, onAsk }: SettingsFormProps) {
  const of = (...sections: unknown[]) => JSON.stringify(sections);
  const props = { settings, onAsk };
  return (
    <div className="flex flex-col gap-6">
      <FeesForm key={`fees ${of(settings.fees)}`} {...props} />
      <RulesForm key={`rules ${of(settings.limits, settings.rules)}`} {...props} />
      <BrandForm key={`brand ${of(settings.brand)}`} {...props} />
      <LandingForm key={`landing ${of(settings.landing)}`} {...props} />
      <TimesForm key={`times ${of(settings.support, settings.times)}`} {...props} />
    </div>
  );
}
