import { useQuery } from '@tanstack/react-query';
import { CirclePause } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#client/ui/form/Button.tsx';
import { pausesQuery } from './rates.admin.queries.ts';

interface PauseButtonProps {
  what: 'coin' | 'currency';
  subject: string;
  name: string;
  onPress: () => void;
}

/** Begins the pause of a row; nothing on one that is paused, which the notice of its pause ends. */
export function PauseButton({ what, subject, name, onPress }: PauseButtonProps) {
  const { t } = useTranslation('rates.admin');
  const { data: pauses } = useQuery(pausesQuery);
  const isPaused = pauses?.active.some((pause) => pause.what === what && pause.subject === subject);
  if (isPaused) return null;
  return (
    <IconButton label={t('market.pauseOf', { name })} className="size-8! pointer-coarse:size-11!" onClick={onPress}>
      <CirclePause className="size-4.5" />
    </IconButton>
  );
}
