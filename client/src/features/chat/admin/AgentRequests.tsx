import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { invalidateRoutes } from '#client/lib/api/query.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { ageOf } from '#client/lib/format/age.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { handleRequest, requestsQuery, type AgentRequest } from '../chat.admin.queries.ts';
import { movesFocus } from '../chat.focus.ts';

/** Requests for an agent, with an address. */
export function AgentRequests({ onOpen }: { onOpen: (roomId: string) => void }) {
  const { t } = useTranslation('chat.admin');
  const { data, error } = useQuery(requestsQuery);
  if (error) return <Problem error={error} />;
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="agent-requests" className="px-4 pt-3">
      <h2 id="agent-requests" className="text-sm">
        {t('requests')} <span className="figures">({formatNumber(data.total)})</span>
      </h2>
      <ul>
        {data.items.map((request) => (
          <Request key={request.id} request={request} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

/** A mail that quotes the question. */
export const mailOf = ({ email, message }: Pick<AgentRequest, 'email' | 'message'>) =>
  `mailto:${email}?body=${encodeURIComponent(`\n\n> ${message.replaceAll('\n', '\n> ')}`)}`;

function Request(props: { request: AgentRequest; onOpen: (roomId: string) => void }) {
  const { request, onOpen } = props;
  const { id, email, message, timestamp, roomId } = request;
  const { t } = useTranslation('chat.admin');
  const queries = useQueryClient();
  const now = useNow(true, 30_000);
  const handle = useMutation({
    mutationFn: () => handleRequest(id),
    onSuccess: () => invalidateRoutes(queries, 'GET /api/admin/agent-requests'),
  });
  return (
    <li ref={handsFocusToNext} className="flex flex-col items-start gap-2 border-b border-line py-3">
      <p className="flex w-full justify-between gap-2">
        <bdi className="font-medium wrap-anywhere">{email}</bdi>
        <time dateTime={timestamp} className="shrink-0 text-xs text-muted">
          {ageOf(timestamp, now)}
        </time>
      </p>
      <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
        {message}
      </p>
      <Problem error={handle.error} />
      <span className="flex flex-wrap gap-2">
        <ButtonLink
          text={t('replyByEmail')}
          size="small"
          icon={<Mail className="size-4" />}
          aria-label={t('replyByEmailTo', { email })}
          to={mailOf(request)}
        />
        {roomId && <Button text={t('openRoom')} size="small" variant="ghost" onClick={() => onOpen(roomId)} />}
        <Button
          text={t('handled')}
          size="small"
          variant="ghost"
          busy={handle.isPending}
          onClick={() => handle.mutate()}
        />
      </span>
    </li>
  );
}

/**
 * Moves the focus from a removed row of a list to the next one, else to the one before, else to the search above the
 * list.
 */
const handsFocusToNext = movesFocus((removedRow) => {
  const neighbour = removedRow.nextElementSibling ?? removedRow.previousElementSibling;
  const lists = removedRow.closest('section')?.parentElement?.closest('section');
  return neighbour?.querySelector<HTMLElement>('button') ?? lists?.querySelector<HTMLElement>('[type="search"]');
});
