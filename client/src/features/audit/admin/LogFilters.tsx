import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { SortSelect } from '#client/ui/data/SortSelect.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { DayRange } from '#client/ui/form/DateInput.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { Select } from '#client/ui/form/TextInput.tsx';
import { FilterDialog } from '#client/ui/overlay/FilterDialog.tsx';
import { auditRoles } from '#shared/audit/audit.contract.ts';
import { auditStateQuery } from './audit.admin.queries.ts';
import { useAuditTexts } from './audit.texts.ts';
import { logSorts, type LogFilterState } from './useLogFilter.ts';

type StateProps = { state: LogFilterState };

/** The filters: a search field beside the log, everything else in a dialog. */
export function LogFilters({ state }: StateProps) {
  const { t } = useTranslation('audit');
  const { subjectTypeLabel } = useAuditTexts();
  const { filter, change } = state;
  const { actor, action, from, to } = filter;
  return (
    <div className="flex flex-col gap-3 text-sm">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 grow basis-full sm:max-w-80 sm:basis-0">
          <SearchBox id="audit-search" label={t('search')} value={filter.q ?? ''} onChange={(q) => change({ q })} />
        </div>
        <FilterDialog
          chosen={[actor, action, from, to, filter.sort === 'oldest'].filter(Boolean).length}
          onClear={state.clear}
        >
          <Fields state={state} />
        </FilterDialog>
      </div>
      {filter.subjectId && (
        <p className="flex flex-wrap items-center gap-3">
          <span>
            {t('about')} {filter.subjectType && subjectTypeLabel(filter.subjectType)}{' '}
            <Ltr className="font-mono text-xs wrap-anywhere">{filter.subjectId}</Ltr>
          </span>
          <Button
            text={t('everything')}
            size="small"
            icon={<X className="size-4" strokeWidth={2} />}
            onClick={() => change({ subjectType: undefined, subjectId: undefined })}
          />
        </p>
      )}
    </div>
  );
}

function Fields({ state }: StateProps) {
  const { t } = useTranslation('audit');
  const { filter, change } = state;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t('actor')}
        required={false}
        value={filter.actor ?? ''}
        onValue={(text) => change({ actor: text })}
        none={t('anyone')}
        options={auditRoles.map((role) => [role, t(`role.${role}`)])}
      />
      <ActionSelect state={state} />
      <DayRange labels={{ from: t('from'), to: t('to') }} from={filter.from} to={filter.to} onChange={change} />
      <SortSelect
        sorts={logSorts}
        value={filter.sort}
        onChange={(sort) => change({ sort: sort === 'newest' ? undefined : sort })}
      />
    </div>
  );
}

/** Every recorded action, under its feature. */
function ActionSelect({ state: { filter, change } }: StateProps) {
  const { t } = useTranslation('audit');
  const { sentenceOf, subjectTypeLabel } = useAuditTexts();
  const { data } = useQuery(auditStateQuery);
  const actions = data?.actions ?? (filter.action ? [filter.action] : []);
  const groups = [...new Set(actions.map((action) => action.split('.')[0] ?? action))];
  return (
    <Select
      label={t('action')}
      required={false}
      value={filter.action ?? ''}
      onValue={(value) => change({ action: value })}
    >
      <option value="">{t('anyAction')}</option>
      {groups.map((group) => (
        <optgroup key={group} label={subjectTypeLabel(group)}>
          <option value={group}>{t('allOf', { feature: subjectTypeLabel(group) })}</option>
          {actions
            .filter((action) => action.startsWith(`${group}.`))
            .map((action) => (
              <option key={action} value={action}>
                {sentenceOf(action)}
              </option>
            ))}
        </optgroup>
      ))}
    </Select>
  );
}
