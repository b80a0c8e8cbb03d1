import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { RowActs } from '#client/ui/overlay/RowActs.tsx';
import { pausesQuery, useResume } from './rates.admin.queries.ts';

interface PauseButtonProps {
  what: 'coin' | 'currency';
  subject: string;
  name: string;
  onPress: () => void;
}

/** Pauses the row from its menu, or ends its pause in view. */
export function PauseButton({ what, subject, name, onPress }: PauseButtonProps) {
  const { t } = useTranslation('rates.admin');
  const { data: pauses } = useQuery(pausesQuery);
  const resume = useResume();
  const pause = pauses?.active.find((item) => item.what === what && item.subject === subject);
  if (pause)
    return (
      <span className="inline-flex flex-col items-end gap-1">
        <RowActs
          of={name}
          acts={[
            {
              id: 'resume',
              text: t('prices.resume'),
              label: `${t('prices.resume')}: ${name}`,
              busy: resume.isPending,
              onPress: () => resume.mutate(pause),
            },
          ]}
        />
        {resume.error && <AdminProblem error={resume.error} title={t('failed.decide')} />}
      </span>
    );
  const pauseAct = {
    id: 'pause',
    text: t('prices.pauseTitle'),
    label: t('market.pauseOf', { name }),
    isRare: true,
    onPress,
  };
  return <RowActs of={name} acts={[pauseAct]} />;
}
