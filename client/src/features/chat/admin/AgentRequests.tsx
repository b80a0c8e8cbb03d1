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

interface AgentRequestsProps {
  /** True where answering the first of them is the main act of the screen. */
  leads: boolean;
  onOpen: (roomId: string) => void;
}

/** Requests for an agent, with an address; the longest waiting first. */
export function AgentRequests({ leads, onOpen }: AgentRequestsProps) {
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
        {oldestFirst(data.items).map((request, index) => (
          <Request key={request.id} request={request} leads={leads && index === 0} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

/** Requests in the order in which they are answered. */
export const oldestFirst = (requests: readonly AgentRequest[]): AgentRequest[] =>
  requests.toSorted((first, second) => first.timestamp.localeCompare(second.timestamp));

/** A mail that quotes the question. */
export const mailOf = ({ email, message }: Pick<AgentRequest, 'email' | 'message'>) =>
  `mailto:${email}?body=${encodeURIComponent(`\n\n> ${message.replaceAll('\n', '\n> ')}`)}`;

function Request(props: AgentRequestsProps & { request: AgentRequest }) {
  const { request, leads, onOpen } = props;
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
      <p className="flex w-full items-baseline justify-between gap-2">
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
          variant={leads ? 'filled' : 'outline'}
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
