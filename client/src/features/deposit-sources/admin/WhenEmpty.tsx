import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '#client/ui/form/TextInput.tsx';
import { whenEmptyChoices } from '#shared/deposit-sources/deposit-sources.kinds.ts';

/** What happens where no address is free. */
export function WhenEmpty(field: Omit<ComponentProps<typeof Select>, 'label' | 'children'>) {
  const { t } = useTranslation('deposit-sources.admin');
  return (
    <Select label={t('whenEmpty')} {...field}>
      {whenEmptyChoices.map((choice) => (
        <option key={choice} value={choice}>
          {t(`empty.${choice}`)}
        </option>
      ))}
    </Select>
  );
}
