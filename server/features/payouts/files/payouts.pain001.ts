import { latinText } from '#shared/payouts/payouts.encoding.ts';
import type { FileBatch, FileLine } from './payouts.file.types.ts';

const escaped: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
const xml = (text: string) => text.replaceAll(/[<>&"]/g, (character) => escaped[character] ?? '');
const tag = (name: string, content: string, attributes = '') => `<${name}${attributes}>${content}</${name}>`;
const compact = (text: string) => text.replaceAll(/\s/g, '').toUpperCase();

function account(iban: string | null, number: string | null): string {
  if (iban) return tag('IBAN', xml(compact(iban)));
  return tag('Othr', tag('Id', xml((number ?? '').replaceAll(/\s/g, '').slice(0, 34))));
}

/** Banks refuse an address that has not both. */
function address(town: string | null, country: string | null): string {
  if (!town || !country) return '';
  return tag('PstlAdr', tag('TwnNm', xml(latinText(town, 35))) + tag('Ctry', country));
}

function agent(bic: string | null): string {
  const id = bic ? tag('BICFI', xml(compact(bic))) : tag('Othr', tag('Id', 'NOTPROVIDED'));
  return tag('FinInstnId', id);
}

/** An IBAN wherever the customer typed it. */
const isIban = (text: string) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact(text));

function transfer({ endToEndId, reference, amount, currency, payee }: FileLine): string {
  const { iban, bic, accountNumber, accountName } = payee;
  const number = iban ?? (isIban(accountNumber) ? accountNumber : null);
  return tag(
    'CdtTrfTxInf',
    tag('PmtId', tag('EndToEndId', endToEndId)) +
      tag('Amt', tag('InstdAmt', amount, ` Ccy="${currency}"`)) +
      (bic ? tag('CdtrAgt', agent(bic)) : '') +
      tag('Cdtr', tag('Nm', xml(latinText(accountName)))) +
      tag('CdtrAcct', tag('Id', account(number, accountNumber))) +
      tag('RmtInf', tag('Ustrd', reference)),
  );
}

/** A credit transfer of ISO 20022, pain.001.001.09: one payment information with all transfers. */
export function pain001(batch: FileBatch): string {
  const { reference, currency, total, executeOn, at, lines } = batch;
  const { holderName, iban, bic, accountNumber, town, country, batchBooking } = batch.account;
  const isEuro = currency === 'EUR';
  const name = tag('Nm', xml(latinText(holderName)));
  const sums = tag('NbOfTxs', String(lines.length)) + tag('CtrlSum', total);
  const createdAt = at.toISOString().replace(/\.\d+Z$/, 'Z');
  const header = tag('MsgId', reference) + tag('CreDtTm', createdAt) + sums + tag('InitgPty', name);
  const payment =
    tag('PmtInfId', reference) +
    tag('PmtMtd', 'TRF') +
    tag('BtchBookg', String(batchBooking)) +
    sums +
    (isEuro ? tag('PmtTpInf', tag('SvcLvl', tag('Cd', 'SEPA'))) : '') +
    tag('ReqdExctnDt', tag('Dt', executeOn)) +
    tag('Dbtr', name + address(town, country)) +
    tag('DbtrAcct', tag('Id', account(iban, accountNumber)) + tag('Ccy', currency)) +
    tag('DbtrAgt', agent(bic)) +
    tag('ChrgBr', isEuro ? 'SLEV' : 'SHAR') +
    lines.map(transfer).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
${tag('GrpHdr', header)}${tag('PmtInf', payment)}</CstmrCdtTrfInitn></Document>
`;
}
