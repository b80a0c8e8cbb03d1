import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useArrived } from '#client/features/deposits/deposits.queries.ts';
import { withFirmHyphens } from '#client/lib/format/firm-hyphens.ts';
import { formatCrypto } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { RadioCards } from '#client/ui/form/RadioCards.tsx';
import { givenOf } from '../../components/orders.text.ts';
import type { AdminOrder } from '../orders.admin.queries.ts';
import { emptyDraft } from './orders.requirements.ts';
import { RefusalDialog } from './RefusalDialog.tsx';
import type { Decide } from './useDecide.ts';

interface ReasonDialogProps {
  order: AdminOrder;
  decide: Decide;
  onClose: () => void;
}

/** Refuses one order. Coins that arrived for it go back with the refusal, or the order stays open. */
export function ReasonDialog({ order, decide, onClose }: ReasonDialogProps) {
  const { t } = useTranslation('orders.admin');
  const { arrived, isLoading } = useArrived(order);
  const [choice, setChoice] = useState<Choice>('back');
  const navigate = useNavigate();
  const mayWrite = useMay()('chat.answer') && order.userId !== null;
  const name = order.userName ?? '';
  // A wrong network is only possible if coins were sent.
  const ofSale = order.type === 'sell' ? (['network'] as const) : [];
  const sharedProps = {
    subtitle: <Ltr className="text-sm text-muted">{givenOf(order)}</Ltr>,
    by: decide,
    failed: t('failed.reject'),
    onClose,
  };
  const writeToCustomer = () => {
    // Typed evidence asks before the chat opens: the question then stands above the order, not above this dialog.
    onClose();
    void navigate(`/admin/agent-chat?user=${order.userId}&order=${order.id}`);
  };
  const refuse = (adminNotes: string) => decide.send('reject', { ...emptyDraft, adminNotes }, arrived);
  const amount = arrived !== undefined && formatCrypto(arrived, order.cryptoSymbol ?? '');
  // One dialog serves all three cases: a different one would close, open and take the focus again.
  const sendBackText = amount
    ? {
        subtitle: undefined,
        title: t('arrived.title', { amount, reference: withFirmHyphens(order.reference) }),
        confirm:
          choice === 'back' ? t('arrived.do', { amount }) : mayWrite ? t('arrived.ask', { name }) : t('arrived.keep'),
        templates: ['amount', 'name', 'reused', ...ofSale, 'late', 'blurred'] as const,
        before: <Coins {...{ name, amount, choice, mayWrite }} onChoose={setChoice} />,
        isLeft: choice === 'keep',
        onLeft: mayWrite ? writeToCustomer : onClose,
        onDigit: (digit: number) => {
          const chosenChoice = choices[digit - 1];
          if (chosenChoice) setChoice(chosenChoice);
          return chosenChoice !== undefined;
        },
      }
    : {
        title: t('quick.rejectTitle', { reference: order.reference }),
        confirm: t('quick.rejectDo', { reference: order.reference }),
        templates: ['nothing', 'amount', 'reused', 'late', ...ofSale, 'blurred', 'name'] as const,
      };
  // The question depends on the verdict: until it is loaded no reason is asked for, as the question would take the
  // focus from it.
  return (
    <RefusalDialog
      {...sharedProps}
      {...sendBackText}
      loading={isLoading ? t('arrived.looking') : undefined}
      onRefuse={refuse}
    />
  );
}

const choices = ['back', 'keep'] as const;
type Choice = (typeof choices)[number];

interface CoinsProps {
  /** The customer. */
  name: string;
  amount: string;
  choice: Choice;
  /** True if the member may write to the customer in the chat. */
  mayWrite: boolean;
  onChoose: (choice: Choice) => void;
}

/** The choices for coins that have arrived. */
function Coins({ name, amount, choice, mayWrite, onChoose }: CoinsProps) {
  const { t } = useTranslation('orders.admin');
  return (
    // Digits choose an answer here: the dialog starts with the question, not with the field for the reason.
    <div data-first-focus className="flex flex-col gap-2 text-sm">
      <RadioCards
        legend={t('arrived.question')}
        value={choice}
        onChange={({ target }) => onChoose(target.value === 'keep' ? 'keep' : 'back')}
        options={[
          { value: 'back', title: t('arrived.back'), text: t('arrived.backText', { name, amount }) },
          {
            value: 'keep',
            title: t('arrived.keep'),
            text: mayWrite ? t('arrived.keepAsk', { name }) : t('arrived.keepText'),
          },
        ]}
      />
      {choice === 'back' && (
        <p className="text-muted">{t('arrived.notNothing', { word: t('template.nothing.word'), amount })}</p>
      )}
    </div>
  );
}
