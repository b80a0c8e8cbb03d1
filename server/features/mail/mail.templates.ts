/** What each template is filled with. Amounts come formatted, with their currency; links are paths below PUBLIC_URL. */
export type MailData = {
  /** The 6 digits that prove an address; `minutes` is how long they hold. */
  verification_code: { code: string; minutes: number };
  /** Somebody typed this address into the sign-up form, though it has an account. */
  already_registered: { firstName: string };
  /** `path` carries the single-use token, e.g. /reset-password?token=… */
  password_reset: { firstName: string; path: string; minutes: number };
  password_changed: { firstName: string };
  /** To the address before: the account has another one now. */
  email_changed: { firstName: string };
  /** Switched on or off, or new recovery codes were made. */
  second_factor_changed: { firstName: string; change: 'on' | 'off' | 'codes' };
  kyc_received: { firstName: string };
  kyc_approved: { firstName: string };
  /** `notes` is what the desk wrote for the customer. */
  kyc_rejected: { firstName: string; notes: string };
  order_received: OrderMailData;
  /** An exchange is opened; its payment proof must come within `hours`. */
  order_awaiting_proof: OrderMailData & { hours: number };
  order_processing: OrderMailData;
  order_completed: OrderMailData & { notes: string | null };
  order_rejected: OrderMailData & { notes: string };
  order_failed: OrderMailData & { notes: string };
  /** To the desk: a rate moved more than 20 % at once and is not quoted until the desk says so. Figures in US dollars or units for one. */
  held_rate_notice: { subject: string; lastGood: string | null; offered: string; source: string };
  /** To the desk: one of its own receiving accounts was changed. Never carries the account itself. */
  payment_method_notice: { kind: 'created' | 'changed' | 'deleted'; displayName: string; currency: string };
  /**
   * To the desk: a deposit address is to change at `liveAt` (empty otherwise), has changed, or a change was cancelled. It
   * carries the address, so that the administrator can compare it outside the product; `memo` is empty where there is none.
   */
  wallet_notice: { kind: 'asked' | 'live' | 'cancelled'; coin: string; address: string; memo: string; liveAt: string };
  /** To the desk: a deposit address was edited behind the product. Never carries the address. */
  wallet_alarm: { coin: string };
  /** To the desk: one of its receiving accounts was edited behind the product. Never carries the account. */
  payment_method_alarm: { displayName: string; currency: string };
  /** To the desk; never carries bank data. */
  new_order_notice: { id: string; reference: string; gives: string; pays: string; kind: 'sell' | 'fiat' };
  /** To the desk: a visitor asks for a person. The address is theirs to claim, nobody has proven it. */
  agent_request_notice: { from: string; message: string };
  /** What the desk answered in the chat after the visitor had gone. */
  chat_answer: { answer: string };
  /** Double opt-in: `path` confirms, the other two end it, one for people and one for mail programs. */
  newsletter_confirm: { path: string } & UnsubscribePaths;
  newsletter_welcome: UnsubscribePaths;
};

/** An order as its customer reads it: `gives` "0.05 BTC", `pays` "1,859.40 USD". */
export type OrderMailData = { firstName: string; id: string; reference: string; gives: string; pays: string };

/** How a reader leaves the newsletter: a page, and an address that a mail program calls at one press (RFC 8058). */
export type UnsubscribePaths = { unsubscribePath: string; oneClickPath: string };

export type TemplateName = keyof MailData;
