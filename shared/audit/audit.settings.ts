import { code, count, each, fields, flag, percent, rows, text, texts, usd, type Params } from './audit.kinds.ts';

const ofBrand = (
  name: 'name' | 'operator' | 'tagline' | 'supportEmail' | 'telegram' | 'x' | 'facebook' | 'instagram',
) => text(`settings.admin:field.${name}`);
const choice = (name: string) => code(`settings.admin:field.${name}`, 'settings.admin:payouts.choice.');

const currencyRule = fields({
  isOn: flag('rates.admin:prices.isOn'),
  min: count('rates.admin:prices.min'),
  max: count('rates.admin:prices.max'),
  dailyCap: count('rates.admin:prices.dailyCap'),
  methods: texts('method'),
  spreadPercent: percent('rates.admin:prices.spreadPercent'),
});

/** The kind of each setting, by which the audit log shows a change of it. */
export const auditedSettings = {
  brand: {
    name: ofBrand('name'),
    operator: ofBrand('operator'),
    tagline: ofBrand('tagline'),
    supportEmail: ofBrand('supportEmail'),
    telegram: ofBrand('telegram'),
    x: ofBrand('x'),
    facebook: ofBrand('facebook'),
    instagram: ofBrand('instagram'),
  },
  fees: { tiers: rows({ overUsd: usd(), percent: percent() }, 'settings.admin:fees.title') },
  limits: {
    kycUsd: usd('settings.admin:field.kycUsd'),
    retentionYears: count('settings.admin:field.retentionYears'),
    checkHours: count('settings.admin:field.checkHours'),
    payoutHours: count('settings.admin:field.payoutHours'),
    refundHours: count('settings.admin:field.refundHours'),
    questionHours: count('settings.admin:field.questionHours'),
  },
  support: {
    hours: text('settings.admin:field.hours'),
    emailReply: text('settings.admin:field.emailReply'),
    agentReply: text('settings.admin:field.agentReply'),
  },
  times: {
    transfer: text('settings.admin:field.transfer'),
    check: text('settings.admin:field.checkHours'),
    payout: text('settings.admin:field.payoutHours'),
    kyc: text('settings.admin:field.kyc'),
  },
  landing: {
    stats: rows({ value: text(), label: text() }, 'settings.admin:field.stats'),
    testimonials: rows(
      { name: text(), place: text(), stars: count(), text: text() },
      'settings.admin:field.testimonials',
    ),
  },
  explorers: {
    transactions: each(text(), 'settings.admin:explorers.transaction'),
    addresses: each(text(), 'settings.admin:explorers.address'),
  },
  rules: {
    payoutEvidenceRequired: flag('settings.admin:field.payoutEvidenceRequired'),
    newOrderMail: flag('settings.admin:field.newOrderMail'),
    confirmAboveUsd: usd('settings.admin:field.confirmAboveUsd'),
  },
  deposits: {
    finality: each(rows({ overUsd: usd(), confirmations: text() }), 'settings.admin:field.finality'),
    tolerance: fields({ percent: percent(), maxUsd: usd() }, 'settings.admin:deposits.title'),
    graceMinutes: count('settings.admin:field.graceMinutes'),
    topUpMinutes: count('settings.admin:field.topUpMinutes'),
    minedMinutes: count('settings.admin:field.minedMinutes'),
    overPercent: percent('settings.admin:field.overPercent'),
    watchDays: count('settings.admin:field.watchDays'),
    poolRestDays: count('settings.admin:field.poolRestDays'),
    choiceHours: count('settings.admin:field.choiceHours'),
    refundFee: code('settings.admin:field.refundFee', 'settings.admin:refundFee.'),
  },
  payouts: {
    completedWhen: choice('completedWhen'),
    settleExact: choice('settleExact'),
    handPayments: choice('handPayments'),
    payeeChecks: choice('payeeChecks'),
    feeTolerance: fields(
      { percent: percent(), max: count('settings.admin:payouts.fee.max') },
      'settings.admin:field.feeTolerance',
    ),
    askCustomer: flag('settings.admin:field.askCustomer'),
  },
  offer: {
    others: flag('rates.admin:prices.others'),
    currencies: each(currencyRule, 'settings.admin:offer.title'),
    coins: each(fields({ spreadPercent: percent() }), 'rates.admin:prices.coins'),
    baseCurrency: text('settings.admin:field.baseCurrency'),
    sources: fields(
      { maxApartPercent: percent('rates.admin:sources.maxApartPercent'), quorum: count('rates.admin:sources.quorum') },
      'rates.admin:sources.title',
    ),
    maxSpreadPercent: percent('rates.admin:prices.maxSpreadPercent'),
  },
  fourEyes: {
    payoutOverUsd: usd('settings.admin:field.payoutOverUsd'),
    warnedApproval: flag('settings.admin:field.warnedApproval'),
    addressChange: flag('settings.admin:field.addressChange'),
    rateOverPercent: percent('settings.admin:field.rateOverPercent'),
    liftBlock: flag('settings.admin:field.liftBlock'),
    eraseUser: flag('settings.admin:field.eraseUser'),
    payoutRelease: flag('settings.admin:field.payoutRelease'),
    refundOverUsd: usd('settings.admin:field.refundOverUsd'),
    booksClose: flag('settings.admin:field.booksClose'),
    expireHours: count('settings.admin:field.expireHours'),
  },
} as const satisfies Record<string, Params>;
