import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/form/Button.tsx';
import { DayRange } from '#client/ui/form/DayRange.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { Select } from '#client/ui/form/TextInput.tsx';
import { auditRoles } from '#shared/audit/audit.contract.ts';
import { auditStateQuery } from './audit.admin.queries.ts';
import type { LogFilterState } from './useLogFilter.ts';

/** What is looked for: actor, action, subject and days. */
export function LogFilters({ state }: { state: LogFilterState }) {
  const { t } = useTranslation('audit');
  const { filter, change } = state;
  return (
    <div className="flex flex-col gap-3 text-sm">
      <div className="flex flex-wrap items-center gap-3">
        <div className="w-full sm:w-80">
          <SearchBox id="audit-search" label={t('search')} value={filter.q ?? ''} onChange={(q) => change({ q })} />
        </div>
        <FilterChips
          single
          label={t('actor')}
          options={auditRoles.map((role) => ({ value: role, text: t(`role.${role}`) }))}
          chosen={filter.actor ? [filter.actor] : []}
          onChange={([actor]) => change({ actor })}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,20rem)_12rem_12rem]">
        <ActionSelect state={state} />
        <DayRange labels={{ from: t('from'), to: t('to') }} from={filter.from} to={filter.to} onChange={change} />
      </div>
      {filter.subjectId && (
        <p className="flex flex-wrap items-center gap-3">
          <span>
            {t('about')}{' '}
            <bdi dir="ltr" className="font-mono text-xs wrap-anywhere">
              {[filter.subjectType, filter.subjectId].filter(Boolean).join(' ')}
            </bdi>
          </span>
          <Button
            size="small"
            icon={<X aria-hidden="true" className="size-4" />}
            onClick={() => change({ subjectType: undefined, subjectId: undefined })}
          >
            {t('everything')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Every action that was ever recorded, under the feature it belongs to. */
function ActionSelect({ state: { filter, change } }: { state: LogFilterState }) {
  const { t } = useTranslation('audit');
  const { data } = useQuery(auditStateQuery);
  const actions = data?.actions ?? (filter.action ? [filter.action] : []);
  const features = [...new Set(actions.map((action) => action.split('.')[0] ?? action))];
  return (
    <Select
      label={t('action')}
      required={false}
      value={filter.action ?? ''}
      onChange={({ target }) => change({ action: target.value })}
    >
      <option value="">{t('anyAction')}</option>
      {features.map((feature) => (
        <optgroup key={feature} label={feature}>
          <option value={feature}>{t('allOf', { feature })}</option>
          {actions
            .filter((action) => action.startsWith(`${feature}.`))
            .map((action) => (
              <option key={action} value={action}>
                {action}
              </option>
            ))}
        </optgroup>
      ))}
    </Select>
  );
}
