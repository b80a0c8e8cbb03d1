import {
  after,
  chain,
  change,
  code,
  coins,
  count,
  fields,
  flag,
  id,
  ids,
  language,
  moment,
  optional,
  percent,
  rate,
  settingsFields,
  text,
  user,
  values,
  type Params,
} from './audit.kinds.ts';

const memo = optional(id('memo'));
const stop = { address: id('address'), memo };
const forgedValues = { forged: values('forged') };

export const walletActions = {
  'wallet.address_stopped': { ...stop, reason: text('reason') },
  'wallet.change_asked': { ...change(id('change')), memo, liveAt: moment('liveAt') },
  'wallet.change_cancelled': { to: id('address') },
  'wallet.change_signature_failed': forgedValues,
  'wallet.changed': { ...change(id('change')), requestedBy: optional(user('askedBy')), changeId: id('changeId') },
  'wallet.minimum_changed': change(coins('subject', 'change')),
  'wallet.signature_failed': forgedValues,
  'wallet.stop_confirmed': stop,
  'wallet.stop_lifted': stop,
  'wallet.switched_off': {},
  'wallet.switched_on': {},
} as const satisfies Record<string, Params>;

const sourceKind = code('kind', 'deposit-sources.admin:kind.');

export const sourceActions = {
  'source.added': {
    chain: text('chain'),
    kind: sourceKind,
    coins: text('coins'),
    scriptType: optional(code('deposit-sources.admin:key.script', 'deposit-sources.admin:script.')),
    fingerprint: optional(id('fingerprint')),
    keyEnding: optional(id('keyEnding')),
    address: optional(id('address')),
  },
  'source.addresses_added': { count: count('addresses'), liveAt: moment('liveAt') },
  'source.change_withdrawn': { addresses: count('addresses') },
  'source.changed': {
    isActive: optional(flag('isActive')),
    isLive: optional(flag('isLive')),
    stopLifted: optional(flag('stopLifted')),
    whenEmpty: optional(code('deposit-sources.admin:whenEmpty', 'deposit-sources.admin:empty.')),
    gapLimit: optional(count('deposit-sources.admin:key.gap')),
  },
  'source.signature_failed': {
    chain: chain('chain'),
    kind: optional(sourceKind),
    version: optional(count('version')),
    index: optional(count('deposit-sources.admin:column.index')),
  },
  'source.stopped': { confirmed: optional(flag('confirmed')), reason: optional(text('reason')) },
} as const satisfies Record<string, Params>;

const heldRate = { lastGood: optional(rate('lastGood')), offered: rate('offered'), source: optional(text('source')) };
const pair = { fromCurrency: text('pair'), toCurrency: text('pair') };
const pairRate = {
  exchangeRate: rate('exchangeRate', 'fromCurrency', 'toCurrency'),
  marketPercent: optional(percent('marketPercent')),
  expiresAt: optional(moment('expiresOn')),
  isActive: flag('isActive'),
};
const pairFields = fields(pairRate, 'change');
const currency = { code: text('currency') };
const currencyFields = {
  name: text('name'),
  symbol: text('symbol'),
  isActive: flag('isActive'),
  sortOrder: count('sortOrder'),
};

export const rateActions = {
  'fiat_currency.changed': {
    ...currency,
    name: optional(currencyFields.name),
    symbol: optional(currencyFields.symbol),
    isActive: optional(currencyFields.isActive),
    sortOrder: optional(currencyFields.sortOrder),
  },
  'fiat_currency.created': { ...currency, ...currencyFields },
  'fiat_currency.deleted': currency,
  'fiat_currency.seeded': currency,
  'fiat_rate.changed': { ...pair, before: optional(pairFields), after: after(pairFields, 'before') },
  'fiat_rate.created': { ...pair, ...pairRate },
  'fiat_rate.deleted': { ...pair, ...pairRate },
  'rates.accepted': heldRate,
  'rates.held': { ...heldRate, reason: code('reason', 'audit.params:value.hold.') },
  'rates.refused': heldRate,
  'rates.source_back': { source: text('source') },
  'rates.source_down': { source: text('source'), since: text('since'), reason: text('reason') },
  'rates.stopped': { source: text('source'), since: optional(text('since')), reason: text('reason') },
} as const satisfies Record<string, Params>;

const method = {
  displayName: text('name'),
  currency: text('currency'),
  isActive: flag('isActive'),
  isSample: flag('isSample'),
  version: count('version'),
};
const pausedOffer = {
  what: code('paused', 'audit.params:value.paused.'),
  subject: text('pausedSubject'),
  reason: optional(text('reason')),
};
const mailText = fields({
  subject: text('mail.admin:subject'),
  heading: text('mail.admin:heading'),
  body: text('mail.admin:body'),
});

export const settingActions = {
  'mail.text_changed': { language: language('language'), ...change(mailText) },
  'mail.text_reset': { language: language('language') },
  'offer.paused': pausedOffer,
  'offer.resumed': pausedOffer,
  'payment_method.changed': method,
  'payment_method.created': method,
  'payment_method.deleted': method,
  'payment_method.signature_failed': { currency: text('currency'), version: count('version') },
  'settings.changed': change(settingsFields()),
  'settings.setup_marked': {
    step: code('step', 'overview:setup.step.'),
    state: code('status', 'overview:setup.state.'),
  },
  'settings.text_changed': { language: language('language'), ...change(text('change')) },
  'settings.text_reset': { language: language('language') },
} as const satisfies Record<string, Params>;

const post = {
  title: text('name'),
  status: code('status', 'common:status.'),
  publishDate: optional(moment('publishDate')),
  version: count('version'),
};

export const operationActions = {
  'audit.verified': { rows: count('rows'), findings: count('findings'), rowIds: ids('rowIds') },
  'audit_log.end_removed': { seq: id('checkpoint'), hash: id('checksum') },
  'backup.made': {},
  'backup.restored': {},
  'blog_image.uploaded': {},
  'blog_post.changed': post,
  'blog_post.created': post,
  'blog_post.deleted': post,
  'blog_post.published': post,
  'blog_post.seeded': { title: text('name') },
  'blog_post.unpublished': post,
  'encryption_key.rotated': {},
  'newsletter.started': { title: text('name'), count: count('subscribers') },
  'newsletter.stopped': { title: text('name'), count: count('subscribers') },
  'newsletter.tested': { title: text('name') },
} as const satisfies Record<string, Params>;
