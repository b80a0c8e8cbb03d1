import { useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '#client/ui/form/chips/SegmentedControl.tsx';
import { chainNames } from '#shared/reference/chains.ts';
import { finalityPresets, presetNames, presetOf } from './settings.finality.ts';
import type { FormProps } from './SettingsFields.tsx';

/**
 * The required confirmations of a deposit, in three presets for all chains; the tiers of each chain are behind
 * "Adjust".
 */
export function FinalityPresets({ form, children }: Pick<FormProps, 'form'> & { children: ReactNode }) {
  const { t } = useTranslation('settings.admin');
  const finality = useWatch({ control: form.control, name: 'deposits.finality' });
  const currentPreset = finality && presetOf(finality);
  const [isOpen, setOpen] = useState(false);
  const isWrong = form.formState.errors.deposits?.finality !== undefined;
  const choose = (name: (typeof presetNames)[number]) => {
    for (const chain of chainNames)
      form.setValue(`deposits.finality.${chain}`, structuredClone(finalityPresets[name][chain]), { shouldDirty: true });
  };
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        label={t('deposits.presets')}
        options={presetNames.map((value) => ({ value, text: t(`deposits.preset.${value}`) }))}
        chosen={currentPreset}
        onChange={choose}
      />
      <p className="text-sm text-muted">{t(`deposits.presetText.${currentPreset ?? 'own'}`)}</p>
      {/* A refused tier must stay visible. */}
      <details open={isOpen || isWrong} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="min-h-9 cursor-pointer py-2 text-sm text-link">{t('deposits.adjust')}</summary>
        <div className="pt-2">{children}</div>
      </details>
    </div>
  );
}
