import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Problem } from '../feedback/Problem.tsx';
import { Button } from '../form/Button.tsx';
import { Page } from './Page.tsx';

interface OneClickActionProps {
  title: string;
  text: string;
  /** Button label; names the action. */
  buttonLabel: string;
  done: string;
  act: (token: string) => Promise<unknown>;
  /** A link to the next screen. */
  onward: ReactNode;
}

/** The target of a mail link. Nothing happens before the click: link scanners must not decide for a user. */
export function OneClickAction({ title, text, buttonLabel, done, act, onward }: OneClickActionProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const press = useMutation({ mutationFn: () => act(token) });
  return (
    <Page title={title} width="form">
      {press.isSuccess ? (
        <output className="card flex items-start gap-3 p-5">
          <CircleCheck className="size-6 shrink-0 text-completed" />
          {done}
        </output>
      ) : (
        <p className="text-muted">{text}</p>
      )}
      <Problem error={press.error ?? (token ? undefined : t('error.linkIncomplete'))} />
      <div className="flex flex-wrap gap-3">
        {!press.isSuccess && token && (
          <Button text={buttonLabel} variant="filled" busy={press.isPending} onClick={() => press.mutate()} />
        )}
        {onward}
      </div>
    </Page>
  );
}
