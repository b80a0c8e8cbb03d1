// Steps from an opened page to the state to be shown, in English.
import type { Locator, Page } from 'playwright';
import type { LineState } from '#shared/orders/line/line.states.ts';

export type Step = (page: Page) => Promise<unknown>;
type Role = Parameters<Page['getByRole']>[0];
type Name = string | RegExp | undefined;

const steps =
  (...all: Step[]): Step =>
  async (page) => {
    for (const step of all) await step(page);
  };
const withElement =
  (role: Role, name: Name, action: (found: Locator) => Promise<unknown>): Step =>
  (page) =>
    action(page.getByRole(role, { name }));
const press = (name: Name) => withElement('button', name, (button) => button.click());
const fillField = (name: Name, text: string, role: Role = 'textbox') =>
  withElement(role, name, (field) => field.fill(text));
const select = (name: Name, value: string) => withElement('combobox', name, (list) => list.selectOption(value));
const see = (role: Role, name?: Name) => withElement(role, name, (locator) => locator.waitFor());
const readText = (text: string) => (page: Page) => page.getByText(text).waitFor();
const pressFirst = (selector: string) => (page: Page) => page.locator(selector).first().click();
const seeFirst = (selector: string) => (page: Page) => page.locator(selector).first().waitFor();
/** The first link or button with this name, whichever of the two the screen has. */
const pressEnterOn = (name: RegExp) => (page: Page) =>
  page.getByRole('link', { name }).or(page.getByRole('button', { name })).first().click();

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Presses the form's button with empty fields: every refusal is shown. */
export const sendNothing = steps(pressFirst('main form button[type=submit]'), seeFirst('[aria-invalid=true]'));

export const findNoCoin = steps(
  fillField('Search cryptocurrency', 'no such coin', 'searchbox'),
  readText('No cryptocurrencies found'),
);

export const seeCoins = see('radio', /BTC · Bitcoin Network/);

export const typeAmount = steps(
  fillField('You sell', '0.02'),
  fillField('Payout currency', 'NGN', 'combobox'),
  withElement('option', /^NGN /, (option) => option.click()),
  see('button', /^Continue with 0\.02/),
);

/** A previously saved account is already chosen. */
export const fillAccount = steps(typeAmount, press(/^Continue with/), see('radio', /^First Coastal Bank of Nigeria/));

export const insertHeldRateRow = steps(
  fillAccount,
  press('Lock rate and show address'),
  see('region', 'Where to send your coins'),
);

export const openProof = steps(
  (page) => page.goto('/sell?crypto=ethereum'),
  fillField('You sell', '1.5'),
  ...[/^Continue with/, 'Lock rate and show address', /^Next: I’ve sent/].map(press),
  see('dialog', 'Add proof of your transfer'),
);

export const startExchange = steps(
  select('Currency you send', 'PHP'),
  select('Currency you receive', 'USD'),
  fillField('You send', '10000.50'),
  see('button', 'Continue with ₱10,000.50 PHP'),
);

export const fillExchangeBank = steps(
  startExchange,
  press(/^Continue with/),
  (page) => page.getByLabel('Bank', { exact: true }).fill('First Coastal Bank of New England'),
  fillField('Account number', '0123884421'),
  fillField('Account name', 'Oluwaseun Adebayo-Ogunleye'),
  fillField(/^Routing number/, '021000021'),
);

export const chooseExchangeMethod = steps(
  fillExchangeBank,
  press('Show payment instructions'),
  withElement('radio', 'Philippine bank transfer (SAMPLE)', (method) => method.check()),
  readText('SAMPLE - replace before use'),
);

export const expectDialog = see('dialog');

/** An amount above the limit without an identity check. */
export const typeTooMuch = steps(
  fillField('You sell', '0.05'),
  readText('Verify your identity to continue with this sale'),
);

export const typeWrongCode = steps(fillField('6-digit code', '000000'), seeFirst('[aria-invalid=true]'));

/** Questions that need a second confirmation, as they cannot be undone. */
export const askToCancel = steps(
  press('I haven’t sent anything: cancel this sale'),
  see('dialog', 'Cancel this sale?'),
);
export const askToSendBack = steps(
  withElement('radio', /^Send my coins back/, (choice) => choice.check()),
  press(/^Send my .+ back$/),
  see('dialog', /^Send .+ back\?$/),
);
export const askToCancelExchange = steps(press('Cancel order'), see('dialog', 'Cancel this exchange?'));

const photo = { name: 'transfer.png', mimeType: 'image/png', buffer: onePixel };
/** The rate ended before the photo was submitted. */
export const meetChangedRate = steps(
  openProof,
  (page) => page.getByRole('dialog').locator('input[type=file]').first().setInputFiles(photo),
  press(/^Submit sale of/),
  see('heading', 'Your locked rate has expired'),
);

export const expectProof = see('button', 'Upload payment proof');

export const seeSuccess = see('heading', 'Order submitted successfully');

/** Rows that were loaded stay on screen. */
export const goOffline: Step = async (page) => {
  await page.context().setOffline(true);
  await page.getByText(/^You’re offline\. You’re seeing a saved copy/).waitFor();
};

export const seeTakenOffer = see('button', 'Continue your sale');

/** The money line of an order in this state; missing input is asked for first. */
export const seeState = (state: LineState): Step => {
  const line = seeFirst(`section[data-state=${state}]`);
  return state === 'top_up' ? steps(press(/^Send the missing/), line) : line;
};

export const openExport = steps(press('Export'), expectDialog);

/** Opens help by the control that this window offers. */
const openHelp = (entry: string) =>
  steps(
    withElement('button', entry, (button) => button.first().click()),
    withElement('log', undefined, (log) => log.locator('time').first().waitFor()),
  );
export const openSupport = openHelp('Support chat');
export const openAssistant = openHelp('Assistant');

/** The first of the queue. */
export const openFirst = steps(pressFirst('main li a, main li button'), seeFirst('main h2, main h3'));

export const openUser = steps(
  withElement('row', /Oluwaseun/, (row) => row.getByRole('link').first().click()),
  expectDialog,
);

export const openNewCustomer = steps(press(/^New customer/), expectDialog);
export const openImport = steps(pressEnterOn(/customers\.csv/), see('table', 'Lines with a problem'));

export const openRoom = steps(pressEnterOn(/Ngozi/), see('log'));
/** The server renders the preview: its first paragraph comes after the title. */
export const openPost = steps(pressEnterOn(/^Edit/), (page) =>
  page.getByRole('region', { name: 'Preview' }).getByRole('paragraph').nth(1).waitFor(),
);
export const openSending = steps(
  withElement('button', /^More for/, (menu) => menu.first().click()),
  withElement('button', /^Send “/, (entry) => entry.filter({ visible: true }).click()),
  expectDialog,
);
export const openManualEntry = steps(
  (page) => page.keyboard.press('n'),
  expectDialog,
  fillField('Amount', '1,250.00'),
  fillField('Note', 'SMS charges of November'),
);
export const openOffer = steps(
  withElement('link', /^500 USDT/, (offer) => offer.click()),
  see('complementary', 'Open offer'),
);
export const openCounterSale = steps(openOffer, press('Open as the customer…'), expectDialog);
export const openSamples = steps(press('Enter my accounts…'), expectDialog);
export const openCommand = steps((page) => page.keyboard.press('Control+k'), expectDialog);

/** The command menu with typed text and its hits. */
export const typeCommand = (input: string) =>
  steps(
    openCommand,
    withElement('combobox', undefined, (box) => box.fill(input)),
    readText('Arrow keys choose, Enter opens'),
  );

/** The page has the settings from its document, and fetches them again within half a minute. */
export const seePause: Step = (page) =>
  page
    .getByText(/^Paused: /)
    .first()
    .waitFor({ timeout: 60_000 });

export const openRejection = steps(press('Reject…'), expectDialog);
export const seeGuide = see('region', 'Set up');
/** One step of the guide on the overview. */
export const openStep = (step: string) => steps(seeGuide, press(new RegExp(`^${step}`)));
export const seeOrder = seeFirst('main h2, main h3');
export const openRelease = steps(press(/^Release /), expectDialog);
export const openNewSource = steps(press('Add addresses…'), press('Add own addresses'), expectDialog);

/** A bank statement of the demo's account, for a day that is not imported yet. */
const statement = [
  ':20:LATER',
  ':25:0152792740',
  ':28C:2/1',
  ':60F:C261001NGN4000000,00',
  ':61:261001D1250,00NTRFNONREF//D9',
  ':86:Account fee',
  ':61:261001C25000,00NTRFNONREF//D10',
  ':86:Cash deposit',
  ':62F:C261001NGN4023750,00',
  '',
].join('\n');
const file = { name: 'statement.sta', mimeType: 'text/plain' };
/** Drops that file on a page that is not about statements. */
export const dropStatement = steps(
  async (page) => {
    const dragData = await page.evaluateHandle(
      ([text, { name, mimeType }]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], name, { type: mimeType }));
        return transfer;
      },
      [statement, file] as const,
    );
    for (const event of ['dragenter', 'dragover', 'drop'])
      await page.dispatchEvent('body', event, { dataTransfer: dragData });
  },
  see('region', 'How the file is read'),
);
export const previewStatement = steps(
  (page) =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ ...file, buffer: Buffer.from(statement) }),
  see('region', 'How the file is read'),
);
