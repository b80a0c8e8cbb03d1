// Answers that replace those of the demo, for states that none of its orders has, and for refusals.
import type { Page } from 'playwright';
import { getOffer } from '#shared/offers/offers.contract.ts';
import type { LineState } from '#shared/orders/line/line.states.ts';
import { listOrders } from '#shared/orders/orders.contract.ts';
import { quoteChanged, type SellQuoteView } from '#shared/sell/sell.contract.ts';
import { id } from './line-answers.ts';
import { quote, today } from './line-quotes.ts';
import { answer, answersOf } from './line-states.ts';

/** The customer's only order is this one. */
export async function answerAlone(page: Page, state: LineState): Promise<void> {
  await answer(page, state);
  const json = listOrders.response.parse([answersOf(state).order]);
  const headers = { 'X-Total-Count': '1' };
  await page.route(/\/api\/transactions\?/, (route) => route.fulfill({ json, headers }));
}

/** A sale of 1.5 ETH whose rate changes before its photo is submitted. */
export async function answerChangedRate(page: Page): Promise<void> {
  const now = { grossAmount: 5_685_495.16, marginAmount: 284_274.76, netAmount: 5_401_220.4, buyingRate: 3_790_330.11 };
  const changedQuote = { ...today, ...now, cryptoAmount: 1.5 };
  const json = quoteChanged.parse({ message: 'The rate has changed.', code: 'quote_changed', quote: changedQuote });
  await page.route('**/api/transactions', (route) => route.fulfill({ status: 409, json }));
}

/** A refund whose mailed code is mistyped. */
export async function answerWrongCode(page: Page): Promise<void> {
  await answer(page, 'refund_code');
  const json = { message: 'Invalid or expired OTP code.', code: 'invalid_code' };
  await page.route(`**/api/transactions/${id}/refund-address`, (route) => route.fulfill({ status: 400, json }));
}

/** An offer that this customer has taken already: its sale is open. */
export async function answerTaken(page: Page): Promise<void> {
  let open: SellQuoteView[] = [];
  await page.route('**/api/offers/*', async (route) => {
    const response = await route.fetch();
    const offer = getOffer.response.parse(await response.json());
    open = [quote(true, { cryptoId: offer.coin.id, amount: offer.amount, netAmount: offer.net })];
    await route.fulfill({ response, json: { ...offer, state: 'taken' } });
  });
  await page.route('**/api/sell-quotes', (route) => route.fulfill({ json: open }));
}
