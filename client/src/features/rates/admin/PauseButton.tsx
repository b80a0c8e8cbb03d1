import { useQuery } from '@tanstack/react-query';
import { CirclePause, CirclePlay } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { pausesQuery, useResume, type Pause } from './rates.admin.queries.ts';

interface PauseButtonProps {
  what: 'coin' | 'currency';
  subject: string;
  name: string;
  /** True on a card, which has no room for a word. */
  isBrief?: boolean;
  onPress: () => void;
}

/** Begins the pause of a row, or ends it where the row is paused. */
export function PauseButton({ what, subject, name, isBrief = false, onPress }: PauseButtonProps) {
  const { t } = useTranslation('rates.admin');
  const { data: pauses } = useQuery(pausesQuery);
  const pause = pauses?.active.find((active) => active.what === what && active.subject === subject);
  if (pause) return <ResumeButton {...{ pause, name, isBrief }} />;
  const label = t('market.pauseOf', { name });
  return isBrief ? (
    <IconButton label={label} className="size-8! pointer-coarse:size-11!" onClick={onPress}>
      <CirclePause className="size-4.5" />
    </IconButton>
  ) : (
    <Button text={t('prices.pauseOpen')} size="small" variant="ghost" aria-label={label} onClick={onPress} />
  );
}

interface ResumeButtonProps extends Pick<PauseButtonProps, 'name' | 'isBrief'> {
  pause: Pause;
}

function ResumeButton({ pause, name, isBrief }: ResumeButtonProps) {
  const { t } = useTranslation('rates.admin');
  const resume = useResume();
  const label = t('market.resumeOf', { name });
  const end = () => resume.mutate(pause, { onError: () => toast({ title: t('failed.decide') }) });
  return isBrief ? (
    <IconButton label={label} className="size-8! pointer-coarse:size-11!" disabled={resume.isPending} onClick={end}>
      <CirclePlay className="size-4.5" />
    </IconButton>
  ) : (
    <Button text={t('prices.resume')} size="small" aria-label={label} busy={resume.isPending} onClick={end} />
  );
}
