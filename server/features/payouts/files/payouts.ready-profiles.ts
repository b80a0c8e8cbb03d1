import type { PayoutShape } from '#shared/payouts/payouts.accounts.contract.ts';

const shape = (columns: readonly (readonly [string, string])[], options: Partial<PayoutShape> = {}): PayoutShape => ({
  columns: columns.map(([heading, value]) => ({ heading, value })),
  separator: ',',
  decimal: '.',
  encoding: 'utf-8',
  heading: true,
  ...options,
});

/** Layouts that ship with the product, by name. No bank has taken a file of them yet: the operator verifies that. */
export const readyProfiles: Readonly<Record<string, PayoutShape>> = {
  'ng-transfer': shape(
    [
      ['Account Number', '{accountNumber}'],
      ['Bank Code', '{bankCode}'],
      ['Beneficiary', '{accountName}'],
      ['Amount', '{amount}'],
      ['Narration', '{endToEndId}'],
    ],
    { separator: ';' },
  ),
  'ke-transfer': shape([
    ['Beneficiary Name', '{accountName}'],
    ['Beneficiary Account', '{accountNumber}'],
    ['Bank', '{bankName}'],
    ['Branch Code', '{bankCode}'],
    ['Amount', '{amount}'],
    ['Currency', '{currency}'],
    ['Payment Reference', '{endToEndId}'],
  ]),
  'mx-spei': shape([
    ['CLABE', '{accountNumber}'],
    ['Beneficiario', '{accountName}'],
    ['Importe', '{amount}'],
    ['Concepto', '{reference}'],
    ['Referencia', '{endToEndId}'],
  ]),
  'br-pix': shape(
    [
      ['Chave Pix', '{accountNumber}'],
      ['Nome', '{accountName}'],
      ['Valor', '{amount}'],
      ['Identificador', '{endToEndId}'],
    ],
    { separator: ';', decimal: ',' },
  ),
  wise: shape(
    [
      'name',
      'recipientEmail',
      'paymentReference',
      'receiverType',
      'amountCurrency',
      'amount',
      'sourceCurrency',
      'targetCurrency',
      'IBAN',
    ].map((heading) => [heading, ''] as const),
    { template: 'wise' },
  ),
  paypal: shape(
    [
      ['Email', '{accountNumber}'],
      ['Amount', '{amount}'],
      ['Currency', '{currency}'],
      ['Id', '{endToEndId}'],
      ['Note', '{reference}'],
      ['Wallet', 'PayPal'],
    ],
    { heading: false },
  ),
};
