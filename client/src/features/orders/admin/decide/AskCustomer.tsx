import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { formatClock } from '#client/lib/format/clock.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button, TextLink } from '#client/ui/form/Button.tsx';
import { ContractDialog, shown } from '#client/ui/overlay/ContractDialog.tsx';
import { askCustomer } from '#shared/orders/admin/orders.question.contract.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { isUndecidedStage } from '#shared/orders/orders.work.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { adminOrderRoutes } from '../../orders.queries.ts';
import type { OpenOrder } from '../orders.admin.queries.ts';

/** Asks the customer about an undecided order, or shows until when they have been asked. */
export function AskCustomer({ order }: { order: OpenOrder }) {
  const { t } = useTranslation('orders.admin');
  const [isAsking, setAsking] = useState(false);
  const { data: settings = settingsDefaults } = useQuery(settingsQuery);
  const isOwn = useIsMe()(order.userId);
  const mayAsk = useMay()('orders.decide') && !isOwn;
  const { id, version, reference, asked, userId } = order;
  if (!isOpen(order) || !isUndecidedStage(order.stage)) return null;
  if (asked)
    return (
      <Note action={<TextLink to={`/admin/agent-chat?user=${userId}&order=${id}`}>{t('toChat')}</TextLink>}>
        {t('question.waits', { time: formatClock(asked.until) })} <bdi className="wrap-anywhere">{asked.text}</bdi>
      </Note>
    );
  if (!mayAsk) return null;
  if (order.userStatus === 'blocked') return <p className="text-sm text-muted">{t('question.blocked')}</p>;
  return (
    <>
      <Button text={t('question.open')} className="px-3! text-sm" onClick={() => setAsking(true)} />
      {isAsking && (
        <ContractDialog
          action={shown(askCustomer, {
            label: t('question.open'),
            title: t('question.title', { reference }),
            confirm: t('question.send'),
            fields: {
              text: {
                kind: 'lines',
                label: t('question.label'),
                hint: t('question.hint', { count: settings.limits.questionHours }),
              },
            },
          })}
          row={{ id, version }}
          failed={t('question.failed')}
          reads={adminOrderRoutes}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
