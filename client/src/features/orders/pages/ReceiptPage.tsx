import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { hasCode } from '#client/lib/api/call.ts';
import { formatCrypto, formatMoneyText } from '#client/lib/format/format.ts';
import { DottedRow, DottedRows, Slip, SlipTotal } from '#client/ui/brand/Slip.tsx';
import { Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { EmptyState, LoadedQuery } from '#client/ui/feedback/States.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { Page } from '#client/ui/layout/Page.tsx';
import { receiptQuery, type CheckedReceipt } from '../orders.queries.ts';

/** The page of a receipt's code: confirms the order to anyone with the code, nothing about the user. */
export function ReceiptPage() {
  const { t } = useTranslation('orders');
  const { code = '' } = useParams();
  const receipt = useQuery(receiptQuery(code));
  const isUnknown = hasCode(receipt.error, 'not_found') || hasCode(receipt.error, 'invalid_input');
  return (
    <Page
      title={t('receipt.title')}
      lede={
        receipt.data && (
          <span className="flex items-start gap-2">
            <CircleCheck className="mt-0.5 size-5 shrink-0 text-completed" />
            {t('receipt.lede')}
          </span>
        )
      }
      width="form"
    >
      <meta name="robots" content="noindex" />
      {isUnknown ? (
        <EmptyState
          icon={<CircleX className="size-10 text-rejected" />}
          title={<span className="text-rejected">{t('receipt.unknown')}</span>}
          text={t('receipt.unknownText')}
          action={<ButtonLink to="/contact">{t('receipt.contact')}</ButtonLink>}
        />
      ) : (
        <LoadedQuery query={receipt} skeleton={['h-80 rounded-card']}>
          {(checkedReceipt) => <ConfirmedReceipt receipt={checkedReceipt} />}
        </LoadedQuery>
      )}
    </Page>
  );
}

function ConfirmedReceipt({ receipt }: { receipt: CheckedReceipt }) {
  const { t } = useTranslation('orders');
  const { reference, type, status, givenAmount, givenUnit, payoutAmount, payoutCurrency, payout } = receipt;
  const isBack = payout?.state === 'returned' || payout?.state === 'reversed';
  const givenText = type === 'sell' ? formatCrypto(givenAmount, givenUnit) : formatMoneyText(givenAmount, givenUnit);
  return (
    <>
      <Slip seed={reference} title={t('receipt.slip')} aside={<span className="font-mono">{reference}</span>}>
        <SlipTotal
          label={payout && payout.state !== 'arrived' ? t(`receipt.total.${payout.state}`) : t('receipt.paid')}
          amount={payoutAmount}
          currency={payoutCurrency}
        />
        <DottedRows className="mt-4">
          <DottedRow label={t('receipt.reference')}>{reference}</DottedRow>
          <DottedRow label={t('receipt.given')}>{givenText}</DottedRow>
          <DottedRow label={t('receipt.ordered')} prose>
            <Time at={receipt.createdAt} shape="dateTime" />
          </DottedRow>
          {payout && (
            <DottedRow label={t(`receipt.on.${payout.state}`)} prose>
              <Time at={payout.at} shape="dateTime" />
            </DottedRow>
          )}
          {receipt.completedAt && !isBack && (
            <DottedRow label={t('receipt.completed')} prose>
              <Time at={receipt.completedAt} shape="dateTime" />
            </DottedRow>
          )}
          {/* Completed refers to the team's part; money on its way has not arrived. */}
          {(payout === null || payout.state === 'arrived') && (
            <DottedRow label={t('column.status')} prose>
              <Status status={status} />
            </DottedRow>
          )}
        </DottedRows>
      </Slip>
      <p className="text-sm text-muted">{t('receipt.compare')}</p>
    </>
  );
}
