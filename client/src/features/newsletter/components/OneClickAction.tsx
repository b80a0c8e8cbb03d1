import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { Page } from '#client/ui/layout/Page.tsx';

interface OneClickActionProps {
  title: string;
  text: string;
  /** Button label; names the action. */
  buttonLabel: string;
  done: string;
  act: (token: string) => Promise<unknown>;
}

/** The target of a mail link. Nothing happens before the click: link scanners must not decide for a user. */
export function OneClickAction({ title, text, buttonLabel, done, act }: OneClickActionProps) {
  const { t } = useTranslation('newsletter');
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
      <Problem error={press.error ?? (token ? undefined : t('noToken'))} />
      <div className="flex flex-wrap gap-3">
        {!press.isSuccess && token && (
          <Button variant="filled" busy={press.isPending} onClick={() => press.mutate()}>
            {buttonLabel}
          </Button>
        )}
        <ButtonLink to="/blog">{t('blog')}</ButtonLink>
      </div>
    </Page>
  );
}
