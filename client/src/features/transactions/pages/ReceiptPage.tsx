import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { hasCode } from '#client/lib/call.ts';
import { formatCrypto, formatMoneyText } from '#client/lib/format.ts';
import { ButtonLink } from '#client/ui/Button.tsx';
import { Time } from '#client/ui/Money.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { Leader, Leaders, Slip, SlipTotal } from '#client/ui/Slip.tsx';
import { EmptyState, ErrorState } from '#client/ui/States.tsx';
import { Status } from '#client/ui/Status.tsx';
import { receiptQuery, type CheckedReceipt } from '../transactions.api.ts';

/** What the code of a receipt confirms to anybody who holds it: the deal, and nothing about the person. */
export function ReceiptPage() {
  const { t } = useTranslation('transactions');
  const { code = '' } = useParams();
  const { data, error, refetch, isFetching } = useQuery(receiptQuery(code));
  const isUnknown = hasCode(error, 'not_found') || hasCode(error, 'invalid_input');
  return (
    <Page title={t('receipt.title')} lede={data && t('receipt.lede')} width="form">
      <meta name="robots" content="noindex" />
      {data ? (
        <Confirmed receipt={data} />
      ) : isUnknown ? (
        <EmptyState
          title={t('receipt.unknown')}
          text={t('receipt.unknownText')}
          action={<ButtonLink to="/contact">{t('receipt.contact')}</ButtonLink>}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton>
          <Bone className="h-80 rounded-card" />
        </Skeleton>
      )}
    </Page>
  );
}

function Confirmed({ receipt }: { receipt: CheckedReceipt }) {
  const { t } = useTranslation('transactions');
  const { reference, type, status, givenAmount, givenUnit, payoutAmount, payoutCurrency } = receipt;
  const given = type === 'sell' ? formatCrypto(givenAmount, givenUnit) : formatMoneyText(givenAmount, givenUnit);
  return (
    <>
      <Slip seed={reference} title={t('receipt.slip')} aside={<span className="font-mono">{reference}</span>}>
        <SlipTotal label={t('receipt.paid')} amount={payoutAmount} currency={payoutCurrency} />
        <Leaders className="mt-4">
          <Leader label={t('receipt.reference')}>{reference}</Leader>
          <Leader label={t('receipt.given')}>{given}</Leader>
          <Leader label={t('receipt.ordered')} words>
            <Time at={receipt.createdAt} shape="dateTime" />
          </Leader>
          {receipt.completedAt && (
            <Leader label={t('receipt.completed')} words>
              <Time at={receipt.completedAt} shape="dateTime" />
            </Leader>
          )}
          <Leader label={t('column.status')} words>
            <Status status={status} />
          </Leader>
        </Leaders>
      </Slip>
      <p className="text-sm text-muted">{t('receipt.compare')}</p>
    </>
  );
}
