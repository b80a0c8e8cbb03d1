import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#client/lib/browser/useNow.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { EmailAddress } from '#client/ui/data/EmailAddress.tsx';
import { Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { useProblemText } from '#client/ui/feedback/Problem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button, ButtonLink, TextLink } from '#client/ui/form/Button.tsx';
import { MenuAct, RowMenu } from '#client/ui/overlay/RowActs.tsx';
import { shownEmail } from '#shared/kernel/email-address.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { useResend, type Member } from './team.admin.queries.ts';

interface TeamTableProps {
  team: readonly Member[];
  mayWrite: boolean;
  onAsk: (asked: { kind: 'role' | 'end'; member: Member }) => void;
}

/** The team as rows, each with its actions. */
export function TeamTable({ team, mayWrite, onAsk }: TeamTableProps) {
  const { t } = useTranslation('team');
  const actions = (member: Member) => mayWrite && <Actions member={member} onAsk={onAsk} />;
  const columns: Column<Member>[] = [
    { id: 'name', header: t('column.name'), cell: (member) => <Name member={member} /> },
    {
      id: 'email',
      header: t('column.email'),
      cell: ({ email }) => <EmailAddress email={email} />,
    },
    { id: 'role', header: t('column.role'), cell: (member) => <Role member={member} /> },
    {
      id: 'status',
      header: t('column.status'),
      cell: (member) => <MemberStatus member={member} />,
      // A team of members who all are active has no status to read.
      isFilled: ({ status }) => status !== 'active',
    },
    {
      id: 'secondFactor',
      header: t('column.secondFactor'),
      cell: (member) => <SecondFactor member={member} />,
    },
    { id: 'seen', header: t('column.lastSeen'), cell: (member) => <LastSeen member={member} /> },
    { id: 'actions', header: <span className="sr-only">{t('column.actions')}</span>, end: true, cell: actions },
  ];
  return (
    <Table
      dense
      wide
      caption={t('title')}
      columns={columns}
      rows={team}
      rowKey={({ id }) => id}
      card={(member) => (
        <div className="flex flex-wrap items-center gap-x-3">
          <div className="flex min-w-0 flex-1 basis-48 flex-col gap-0.5">
            <span className="flex flex-wrap items-center gap-x-2">
              <Name member={member} />
              <span className="text-muted">
                <Role member={member} />
              </span>
              {member.status !== 'active' && <MemberStatus member={member} />}
            </span>
            <span className="text-muted">
              <EmailAddress email={member.email} />
            </span>
            {member.status === 'active' && (
              <>
                {/* Who has not signed in yet sets it up then. */}
                {(member.lastSeenAt || member.isFixed) && (
                  <span className="text-xs text-muted">
                    {t('column.secondFactor')}: <SecondFactor member={member} />
                  </span>
                )}
                <span className="text-xs text-muted">
                  {member.lastSeenAt && t('column.lastSeen')} <LastSeen member={member} />
                </span>
              </>
            )}
          </div>
          <span className="-me-2 empty:hidden">{actions(member)}</span>
        </div>
      )}
    />
  );
}

/** The name, linked to the user: the list of users contains only customers. */
function Name({ member: { id, name, status } }: { member: Member }) {
  const { t } = useTranslation('team');
  const mayRead = useMay()('users.read');
  if (status !== 'invited' && mayRead)
    return (
      <span className="font-medium wrap-anywhere">
        <TextLink to={`/admin/users?user=${id}`}>{name}</TextLink>
      </span>
    );
  return <span className="font-medium wrap-anywhere">{name ?? t('notJoined')}</span>;
}

/** The role, and for an owner whom the server names, where it can be changed. */
function Role({ member: { role, isFixed } }: { member: Member }) {
  const { t } = useTranslation('team');
  if (!isFixed) return t(`role.${role}`);
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2 md:flex-col md:items-start">
      {t(`role.${role}`)}
      <span className="text-xs text-muted">{t('fixed')}</span>
    </span>
  );
}

function LastSeen({ member: { lastSeenAt } }: { member: Member }) {
  const { t } = useTranslation('team');
  if (lastSeenAt) return <Time at={lastSeenAt} className="whitespace-nowrap" />;
  return <span className="text-muted">{t('neverSeen')}</span>;
}

/**
 * The time since which a member signs in with a second factor; an owner without one is a risk, and other members cannot
 * sign in before they have one.
 */
function SecondFactor({ member: { id, status, isFixed, secondFactorSince, lastSeenAt } }: { member: Member }) {
  const { t } = useTranslation('team');
  const isMe = useIsMe();
  if (status !== 'active') return '–';
  if (secondFactorSince === null && !isFixed)
    return <span className="text-muted">{t(lastSeenAt ? 'secondFactor.next' : 'secondFactor.first')}</span>;
  if (secondFactorSince === null) {
    return (
      <span className="inline-flex flex-wrap items-baseline gap-x-2">
        <span className="inline-flex items-baseline gap-1 text-pending">
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0 self-center" strokeWidth={2} />
          {t('secondFactor.off')}
        </span>
        {isMe(id) && <ButtonLink text={t('secondFactor.turnOn')} size="small" to="/admin/account" />}
      </span>
    );
  }
  return (
    <>
      {t('secondFactor.since')} <Time at={secondFactorSince} shape="date" className="whitespace-nowrap" />
    </>
  );
}

const statusTones = { active: 'active', invited: 'pending', ended: 'none' } as const;

function MemberStatus({ member: { status, expiresAt } }: { member: Member }) {
  const { t } = useTranslation('team');
  const now = useNow(expiresAt !== null, minuteMs);
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now;
  return (
    <Status status={statusTones[status]} label={isOver ? t('status.expired') : t(`status.${status}`)} size="small" />
  );
}

function Actions({ member, onAsk }: Pick<TeamTableProps, 'onAsk'> & { member: Member }) {
  const { t } = useTranslation(['team', 'admin.common']);
  const resend = useResend();
  const isMe = useIsMe();
  const textOf = useProblemText();
  if (member.isFixed || member.status === 'ended') return null;
  const send = () =>
    resend.mutate(member.id, {
      onSuccess: () => toast({ title: t('resend.done', { email: shownEmail(member.email) }) }),
      onError: (error) => toast({ title: t('resend.failed'), text: textOf(error), tone: 'problem' }),
    });
  const name = member.name ?? shownEmail(member.email);
  const action = member.status === 'invited' ? 'withdraw' : 'end';
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2 lg:flex-nowrap lg:whitespace-nowrap">
      {member.status === 'invited' && (
        <Button size="small" busy={resend.isPending} aria-label={t('resend.label', { name })} onClick={send}>
          {t('resend.open')}
        </Button>
      )}
      <RowMenu label={t('admin.common:moreFor', { of: name })}>
        {!isMe(member.id) && (
          <MenuAct
            text={t('change.open')}
            label={t('change.label', { name })}
            onPress={() => onAsk({ kind: 'role', member })}
          />
        )}
        <MenuAct
          text={t(`leave.${action}.open`)}
          label={t(`leave.${action}.label`, { name })}
          onPress={() => onAsk({ kind: 'end', member })}
        />
      </RowMenu>
    </span>
  );
}
