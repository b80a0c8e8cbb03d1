import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reasonWith } from '#shared/kernel/reason.ts';
import { savePayoutAccount } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { sellQuoteView, type SellQuoteView } from '#shared/sell/sell.contract.ts';
import { anEstimate, aSessionUser, assets } from '#tests/components/answers.ts';
import { blankOf } from '#tests/components/blank.ts';
import {
  chooseFile,
  dialogOf,
  expectLink,
  expectText,
  field,
  fill,
  pick,
  press,
  renderScreen,
} from '#tests/components/screen.tsx';
import { Refused, type Answers, type SentCall } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const openScreen = (path: string, answers: Answers) => renderScreen(path, answers, { as: aSessionUser() });
type Terms = { cryptoId: string; cryptoAmount: string; targetCurrency: string };

const at = new Date().toISOString();
const estimate = ({ body }: SentCall) => {
  const { cryptoId, cryptoAmount, targetCurrency } = body as Terms;
  const valueUsd = Number(cryptoAmount) * (cryptoId === 'bitcoin' ? 40_000 : 0.5);
  const amounts = { grossAmount: valueUsd, marginAmount: valueUsd * 0.05, netAmount: valueUsd * 0.95, valueUsd };
  return anEstimate({ ...amounts, currency: targetCurrency });
};
const blankQuote = blankOf(sellQuoteView);
const address = 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B';
const quote = (call: SentCall): SellQuoteView => ({
  ...blankQuote,
  ...estimate(call),
  cryptoId: 'ripple',
  cryptoName: 'XRP',
  cryptoSymbol: 'XRP',
  amount: Number((call.body as Terms).cryptoAmount),
  createdAt: at,
  expiresAt: new Date(Date.now() + 900_000).toISOString(),
  serverTime: at,
  deposit: { ...blankQuote.deposit, address, uri: `ripple:${address}`, memo: '42', networkHint: 'XRP Ledger' },
});
const tooLargeText = reasonWith('sale_too_large', { max: '1,000', currency: 'NGN' });
const answers: Answers = { 'POST /api/calculate-sell-amount': estimate, 'POST /api/sell-quotes': quote };

async function fillAmount(amount: string): Promise<void> {
  await fill(t('sell:amount.youSell'), amount);
  await pick(t('sell:amount.payoutCurrency'), 'USD', /^USD ·/);
}

test('a customer who chooses no coin is asked to choose one', async () => {
  await openScreen('/sell', answers);
  await press(t('sell:continue'));
  await expectText(t('errors:coin_required'));
});

test('a customer who opens a coin that is not sold now reads that, and chooses another', async () => {
  const offeredAssets = assets.map((asset) => (asset.id === 'binancecoin' ? { ...asset, isSellable: false } : asset));
  await openScreen('/sell?crypto=binancecoin', { ...answers, 'GET /api/crypto-assets': offeredAssets });
  await screen.findByRole('heading', { name: /^BNB can’t be sold right now/ });
  await press(t('sell:select.notOffered.action'));
  await screen.findByRole('radio', { name: /Litecoin/ });
  expect(screen.queryByRole('radio', { name: /BNB/ })).toBeNull();
});

test('a customer reads while typing that an amount cannot be sold or exceeds the limit', async () => {
  const server = await openScreen('/sell?crypto=bitcoin', answers);
  const currency = await screen.findByRole<HTMLInputElement>('combobox', { name: t('sell:amount.payoutCurrency') });
  // The payout currency of the country in which she registered.
  await waitFor(() => expect(currency.value).toMatch(/^NGN/));
  await fill(t('sell:amount.youSell'), '-1');
  await expectText(t('errors:amount_invalid'));
  await fill(t('sell:amount.youSell'), '0.00000001');
  await expectText(/^The smallest amount we can accept is/);
  await fillAmount('0.01');
  await expectText(/\$1,000\.00 USD more without ID/);
  await fill(t('sell:amount.youSell'), '0.05');
  await expectText(t('sell:allowance.overTitle'));
  await expectLink(t('sell:allowance.verify'), /^\/kyc\?next=%2Fsell/);
  expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull();
  const refusal = new Refused('invalid_input', tooLargeText, { cryptoAmount: tooLargeText });
  server.answer({ 'POST /api/calculate-sell-amount': refusal });
  await fill(t('sell:amount.youSell'), '21000000');
  await expectText(/too large. We pay out at most 1,000 NGN/);
  const next = screen.getByRole('button', { name: t('sell:continue') });
  expect(next.getAttribute('aria-disabled')).toBe('true');
});

test('a customer who sells XRP reads the destination tag before the address', async () => {
  const server = await openScreen('/sell?crypto=ripple', answers);
  await fillAmount('100');
  await press(t('sell:amount.next', { amount: '100\u00a0XRP' }));
  const bank = await field(t('sell:payment.bankName'));
  await press(t('sell:payment.next'));
  await within(await screen.findByRole('alert')).findByText(t('sell:payment.missingTitle'));
  await waitFor(() => expect(document.activeElement).toBe(bank));
  expect(server.sent('POST /api/sell-quotes')).toEqual([]);
  await fill(t('sell:payment.bankName'), 'Bank of Lagos');
  await fill(t('sell:payment.accountNumber'), '0123456789');
  await fill(t('sell:payment.accountName'), 'Ada Okafor');
  await press(t('sell:payment.next'));
  const deposit = await screen.findByRole('region', { name: t('sell:deposit.label') });
  const text = deposit.textContent ?? '';
  expect(text).toContain(t('sell:deposit.only', { symbol: 'XRP', network: 'XRP Ledger' }));
  const tag = text.indexOf(t('sell:deposit.tagRequired'));
  expect(tag).toBeGreaterThan(0);
  expect(tag).toBeLessThan(text.indexOf(t('sell:deposit.address', { name: 'XRP' })));

  await press(t('sell:confirm.next', { amount: '100\u00a0XRP' }));
  const dialog = await dialogOf(t('sell:proof.title'));
  fireEvent.click(dialog.getByRole('button', { name: t('sell:proof.submit', { amount: '100\u00a0XRP' }) }));
  await dialog.findAllByText(t('sell:proof.missing'));
  const chooser = dialog.getByLabelText(t('files:choosePhoto'));
  chooseFile(chooser, 'proof.txt', 'text/plain');
  await dialog.findAllByText(t('files:type'));
  chooseFile(chooser, 'camera.bmp', 'image/bmp', 10 * 1024 * 1024 + 1);
  await dialog.findAllByText(t('files:type'));
});

test('a customer picks a bank of the country from a list, corrects it, or types another one', async () => {
  await openScreen('/sell?crypto=ripple&amount=100&currency=NGN&step=3', answers);
  const bank = t('sell:payment.bankName');
  await pick(bank, 'uba', /^United Bank for Africa/);
  expect((await field(bank)).value).toBe('United Bank for Africa (UBA)');
  fireEvent.click(await field(bank));
  expect((await field(bank)).value).toBe('United Bank for Africa (UBA)');
  await fill(bank, 'Lagos Building Society');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect((await field(bank)).value).toBe('Lagos Building Society');
});

const descriptionOf = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;
const escapeRegExp = (text: string) => text.replace(/[()]/g, String.raw`\$&`);
const stepThree = (currency: string) => `/sell?crypto=ripple&amount=100&currency=${currency}&step=3`;
const codeOf = (currency: 'NGN' | 'USD' | 'other') =>
  screen.queryByLabelText(t(`sell:payment.code.${currency}`), { exact: false });

test('a customer who chooses a listed bank types no code, and sells with the code of that bank', async () => {
  const server = await openScreen(stepThree('NGN'), answers);
  await field(t('sell:payment.bankName'));
  expect(codeOf('NGN')).not.toBeNull();
  await pick(t('sell:payment.bankName'), 'gtb', /^GTBank/);
  expect(codeOf('NGN')).toBeNull();
  await expectText(t('sell:payment.codeKnown', { code: '058' }));
  const number = t('sell:payment.accountNumber');
  await fill(number, '0152792741');
  await expectText(t('sell:payment.problem.notOfBank', { bank: 'GTBank' }));
  await fill(number, '0152792740');
  expect(screen.queryByText(t('sell:payment.problem.notOfBank', { bank: 'GTBank' }))).toBeNull();
  await press(t('sell:payment.next'));
  await waitFor(() => expect(server.sent('POST /api/sell-quotes')).toHaveLength(1));
  expect(server.sent('POST /api/sell-quotes')[0]?.body).toMatchObject({
    paymentDetails: { bankName: 'GTBank', bankCode: '058', accountNumber: '0152792740' },
  });
});

test('a customer who spells a listed bank differently gets its code, and types the code of others', async () => {
  await openScreen(stepThree('NGN'), answers);
  const bank = t('sell:payment.bankName');
  await fill(bank, ' gt-bank');
  expect((await field(bank)).value).toBe('GTBank');
  expect(codeOf('NGN')).toBeNull();
  for (const bankName of ['Lagos Building Society', 'Moniepoint']) {
    await fill(bank, bankName);
    expect(codeOf('NGN')).not.toBeNull();
  }
  await fill(new RegExp(`^${escapeRegExp(t('sell:payment.code.NGN'))}`), '058');
  await fill(bank, 'Zenith Bank');
  await fill(bank, 'Lagos Building Society');
  expect(codeOf('NGN')).toHaveProperty('value', '');
});

test('a customer whose account was saved before banks had codes sells with the code of its bank', async () => {
  const savedAccount = {
    ...blankOf(savePayoutAccount.response),
    currency: 'NGN',
    bankName: 'gtbank',
    accountNumber: '0152792740',
    accountName: 'Ada Okafor',
  };
  const server = await openScreen(stepThree('NGN'), { ...answers, 'GET /api/payout-accounts': [savedAccount] });
  await screen.findByRole('radio', { name: /^gtbank/ });
  await press(t('sell:payment.next'));
  await waitFor(() => expect(server.sent('POST /api/sell-quotes')).toHaveLength(1));
  expect(server.sent('POST /api/sell-quotes')[0]?.body).toMatchObject({ paymentDetails: { bankCode: '058' } });
});

test('a customer who tries PayPal and returns finds the bank and the number unchanged', async () => {
  await openScreen(stepThree('NGN'), answers);
  await fill(t('sell:payment.bankName'), 'Zenith Bank');
  await fill(t('sell:payment.accountNumber'), '2001504626');
  for (const name of ['PayPal', t('sell:payment.bank')]) fireEvent.click(await screen.findByRole('radio', { name }));
  expect((await field(t('sell:payment.bankName'))).value).toBe('Zenith Bank');
  expect((await field(t('sell:payment.accountNumber'))).value).toBe('2001504626');
});

test('a customer who leaves the field of the account number reads there that its digits are wrong', async () => {
  await openScreen(stepThree('MXN'), answers);
  const label = t('sell:payment.number.MXN');
  const number = await field(label);
  const digitProblem = t('sell:payment.problem.digit');
  fireEvent.focus(number);
  fireEvent.change(number, { target: { value: '032180000118359718' } });
  expect(screen.queryByText(digitProblem)).toBeNull();
  fireEvent.blur(number);
  await screen.findByText(digitProblem);
  expect(descriptionOf(number)).toContain(digitProblem);
  await fill(label, '٠٣٢١٨٠٠٠٠١١٨٣٥٩٧١٩');
  expect(screen.queryByText(digitProblem)).toBeNull();
  await fill(t('sell:payment.bankName'), 'banorte');
  await expectText(t('sell:payment.problem.notOfBank', { bank: 'Banorte' }));
});

test.each<[string, string, RegExp]>([
  ['EUR', 'DE8937040044053201300', /Germany.* 22 characters\. You typed 21/],
  ['EUR', 'DE89370400440532013001', /in groups of four/],
  ['EUR', '12345678', /two letters and two digits/],
  ['EUR', 'XX89370400440532013000', /begins with XX/],
  ['GBP', 'GB82WEST12345698765433', /in groups of four/],
  ['XOF', 'CI93CI0080111301134291200588', /^Côte d’Ivoire: /],
  ['NGN', '152792740', /10 digits and nothing else\. You typed 9/],
  ['MXN', '0321800001183597', /18 digits and nothing else\. You typed 16/],
  ['ARS', '2850590940090418135202', /^A digit is wrong/],
  ['BRL', '52998224724', /^A digit is wrong/],
  ['BRL', '12345-6', /CPF, CNPJ, phone with \+55/],
  ['BRL', '(11) 98765-4321', /mobile number \+5511987654321/],
])('a customer paid in %s who typed %s reads how to correct it', async (currency, number, text) => {
  await openScreen(stepThree(currency), answers);
  const labels = { EUR: 'IBAN', MXN: 'CLABE', ARS: 'CBU', BRL: 'PIX key' } as const;
  await fill(
    Object.hasOwn(labels, currency) ? labels[currency as keyof typeof labels] : t('sell:payment.accountNumber'),
    number,
  );
  await expectText(text);
});

test('a customer in the United States reads at the routing number that it is wrong', async () => {
  await openScreen(stepThree('USD'), answers);
  const code = new RegExp(`^${escapeRegExp(t('sell:payment.code.USD'))}`);
  await fill(t('sell:payment.accountNumber'), '12345678');
  await fill(code, '02100002');
  await expectText(/9 digits and nothing else\. You typed 8/);
  await fill(code, '021000022');
  await expectText(t('sell:payment.problem.digit'));
  expect(descriptionOf(await field(code))).toContain(t('sell:payment.problem.digit'));
  await fill(code, '021000021');
  expect(screen.queryByText(t('sell:payment.problem.digit'))).toBeNull();
});

test('a customer paid by PayPal gives the address of the account, and is warned of another name', async () => {
  const server = await openScreen('/sell?crypto=ripple&amount=100&currency=EUR&step=3', answers);
  fireEvent.click(await screen.findByRole('radio', { name: 'PayPal' }));
  await fill(t('sell:payment.accountEmail'), 'not an address');
  await fill(t('sell:payment.accountName'), 'Somebody Else');
  await press(t('sell:payment.next'));
  await expectText(t('sell:payment.emailMissing'));
  await expectText(/^This name is different from yours/);
  expect(server.sent('POST /api/sell-quotes')).toEqual([]);
});

test('a customer who leaves before the rate is locked resumes the sale from the dashboard', async () => {
  await openScreen('/sell?crypto=ripple', answers);
  await fillAmount('100');
  await press(t('sell:amount.next', { amount: '100\u00a0XRP' }));
  await fill(t('sell:payment.bankName'), 'Bank of Lagos');
  const leave = async () => fireEvent.click(await screen.findByRole('link', { name: t('common:wizard.saveAndExit') }));
  await leave();
  await expectText(/^100\sXRP to USD\. Still to do: choose an account, send the coins, add a photo\./);
  fireEvent.click(await screen.findByRole('link', { name: t('sell:open.resume') }));
  await screen.findByRole('heading', { level: 1, name: t('sell:payment.heading', { currency: 'USD' }) });
  expect((await field(t('sell:payment.bankName'))).value).toBe('Bank of Lagos');
  await press(t('sell:open.startOver'));
  await screen.findByRole('heading', { level: 1, name: t('sell:select.heading') });
  await leave();
  await screen.findByRole('heading', { level: 1, name: t('common:nav.dashboard') });
  await waitFor(() => expect(screen.queryAllByRole('article')).not.toEqual([]));
  expect(screen.queryByText(t('sell:open.title'))).toBeNull();
});

test('a customer finds a coin by its name or symbol, and begins to sell from its card', async () => {
  await openScreen('/dashboard', {});
  const search = await screen.findByRole('searchbox', { name: t('sell.dashboard:search') });
  const cards = (count: number) => waitFor(() => expect(screen.queryAllByRole('article')).toHaveLength(count));
  await cards(assets.length);
  await expectText(/Updated every 60 seconds/);
  fireEvent.change(search, { target: { value: 'bitC' } });
  await cards(2);
  fireEvent.change(search, { target: { value: 'usdt' } });
  await cards(2);
  fireEvent.change(search, { target: { value: 'dogecoin' } });
  await expectText(t('sell.dashboard:none.title'));
  await expectText(t('sell.dashboard:none.text'));
  await press(t('sell.dashboard:none.clear'));
  await cards(assets.length);
  await expectLink('Sell XRP', '/sell?crypto=ripple');
});
