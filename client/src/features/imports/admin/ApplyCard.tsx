import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { useApplyImport, type ImportDetails } from './imports.queries.ts';

/** Creates the customers of a file; asks first which of them are invited by mail. */
export function ApplyCard({ shown: importDetails }: { shown: ImportDetails }) {
  const { t } = useTranslation('imports.admin');
  const [isInviting, setInviting] = useState(false);
  const apply = useApplyImport(importDetails.id);
  const { kind, ready, reachable } = importDetails;
  const showResult = ({ created, skipped, invited }: NonNullable<typeof apply.data>) =>
    toast({
      title: t('done', {
        created: formatNumber(created),
        skipped: formatNumber(skipped),
        invited: formatNumber(invited),
      }),
    });
  return (
    <section className="flex flex-col gap-3">
      {kind === 'customers' && reachable > 0 && (
        <div className="card px-4">
          <Checkbox
            label={t('invite.label')}
            hint={t('invite.hint', { total: formatNumber(reachable) })}
            checked={isInviting}
            onChange={({ target }) => setInviting(target.checked)}
          />
        </div>
      )}
      <p className="text-sm text-muted">{t('promise')}</p>
      <AdminProblem error={apply.error} title={t('failed.apply')} />
      <SendButton
        text={t(`apply.${kind}`, { total: formatNumber(ready) })}
        variant="filled"
        wide
        busy={apply.isPending}
        missing={ready === 0 ? t('apply.none') : undefined}
        onClick={() => apply.mutate(isInviting, { onSuccess: showResult })}
      />
    </section>
  );
}
