import { useTranslation } from 'react-i18next';
import { ChangedLine } from '#client/ui/data/ChangedLine.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { ContractDialog } from '#client/ui/overlay/ContractDialog.tsx';
import {
  createPaymentMethod,
  deletePaymentMethod,
  seedPaymentMethods,
  updatePaymentMethod,
} from '#shared/payment-methods/payment-methods.contract.ts';
import {
  methodRoutes,
  type AdminPaymentMethod,
  type MethodAction,
  type MethodChange,
} from './payment-methods.admin.queries.ts';
import { changedLines } from './payment-methods.draft.ts';

/** The action that waits for confirmation. */
export interface PendingAction {
  action: MethodAction;
  /** The account of the action. */
  name: string;
  /** The account before the change, if it is changed line by line. */
  before?: AdminPaymentMethod | undefined;
}

type ActionText = 'create' | 'change' | 'switchOn' | 'switchOff' | 'delete' | 'seed';

const contracts = {
  create: createPaymentMethod,
  change: updatePaymentMethod,
  delete: deletePaymentMethod,
  seed: seedPaymentMethods,
} as const;

/** The dialog that explains an action on a receiving account and runs it. */
export function MethodActionDialog(props: PendingAction & { onDone?: () => void; onClose: () => void }) {
  const { action, name, before, onDone, onClose } = props;
  const { t } = useTranslation('payment-methods.admin');
  const textKey = textKeyOf(action);
  const failedKey = ({ create: 'create', change: 'update', delete: 'delete', seed: 'seed' } as const)[action.kind];
  const contractAction = {
    contract: contracts[action.kind],
    label: t(`ask.${textKey}.title`, { name }),
    confirm: t(`ask.${textKey}.yes`),
    danger: action.kind === 'delete',
    sends: 'body' in action ? action.body : undefined,
    children: (
      <>
        <p>{t(`ask.${textKey}.text`)}</p>
        {before && action.kind === 'change' && <OldAndNew before={before} after={action.body} />}
        <p className="text-sm text-muted">{t('ask.mail')}</p>
      </>
    ),
    onDone: () => {
      toast({ title: t(`done.${failedKey}`) });
      onDone?.();
    },
  };
  const row = 'id' in action ? { id: action.id } : {};
  return (
    <ContractDialog
      action={contractAction}
      row={row}
      onClose={onClose}
      failed={t(`failed.${failedKey}`)}
      reads={methodRoutes}
    />
  );
}

/** Each line that will read differently for customers. */
function OldAndNew({ before, after }: { before: AdminPaymentMethod; after: MethodChange }) {
  const { t } = useTranslation('payment-methods.admin');
  const textOf = (value: unknown) => {
    if (typeof value === 'boolean') return t(value ? 'active' : 'inactive');
    return typeof value === 'number' ? String(value) : typeof value === 'string' && value ? value : t('empty');
  };
  const typeOf = (value: unknown) => (value === 'bank' || value === 'ewallet' ? t(`types.${value}`) : textOf(value));
  return (
    <dl className="flex flex-col gap-3 text-sm">
      {changedLines(before, after).map(({ field, label, from, to }) => {
        const text = field === 'type' ? typeOf : textOf;
        const term = label ?? t(field === 'accountDetails' ? 'details' : field);
        return <ChangedLine key={term} wasLabel={t('was')} term={term} from={text(from)} to={text(to)} />;
      })}
    </dl>
  );
}

function textKeyOf(action: MethodAction): ActionText {
  if (action.kind !== 'change') return action.kind;
  const isSwitch = Object.keys(action.body).length === 1 && action.body.isActive !== undefined;
  if (!isSwitch) return 'change';
  return action.body.isActive ? 'switchOn' : 'switchOff';
}
