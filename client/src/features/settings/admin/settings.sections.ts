import { chainDetails, type ChainName } from '#shared/reference/chains.ts';
import type { FieldSpec, ListSpec, SettingsPart, SettingsText } from './settings.fields.ts';

/** The parts of the settings that each section reads and saves. */
const sectionParts = {
  fees: ['fees'],
  rules: ['limits', 'rules'],
  deposits: ['deposits'],
  explorers: ['explorers'],
  payouts: ['payouts'],
  fourEyes: ['fourEyes'],
  brand: ['brand'],
  landing: ['landing'],
  times: ['support', 'times', 'limits', 'deposits'],
} as const satisfies Record<string, readonly SettingsPart[]>;

export type SectionId = keyof typeof sectionParts;

export interface SectionFields<Part extends SettingsPart = SettingsPart> {
  fields: readonly FieldSpec<Part>[];
  lists?: readonly ListSpec<Part>[];
}

/** A card of settings with a save button of its own. */
export interface SectionSpec<Part extends SettingsPart = SettingsPart> extends SectionFields<Part> {
  parts: readonly Part[];
  title: SettingsText;
  lede: SettingsText;
  save: SettingsText;
  /** The fields that every chain has. */
  fieldsOfChain?: (chain: ChainName) => SectionFields<Part>;
  /** True if customers wait for this setting: the promised waiting times are set under `times` alone. */
  hasTimes?: boolean;
}

/** Every section of the settings; TypeScript refuses a field that is not in the parts of its section. */
export const sections: { readonly [Id in SectionId]: SectionSpec<(typeof sectionParts)[Id][number]> } = {
  fees: {
    parts: sectionParts.fees,
    title: 'fees.title',
    lede: 'fees.lede',
    save: 'fees.save',
    fields: [],
    lists: [
      {
        list: 'fees.tiers',
        max: 10,
        add: 'fees.add',
        remove: 'fees.remove',
        firstStays: true,
        empty: { overUsd: Number.NaN, percent: Number.NaN },
        columns: (index) => [
          { name: `fees.tiers.${index}.overUsd`, kind: 'usd', label: 'fees.over', fullLabel: 'fees.overOf' },
          { name: `fees.tiers.${index}.percent`, kind: 'percent', label: 'fees.percent', fullLabel: 'fees.percentOf' },
        ],
      },
    ],
  },
  rules: {
    parts: sectionParts.rules,
    title: 'rules.title',
    lede: 'rules.lede',
    save: 'rules.save',
    fields: [
      { name: 'limits.kycUsd', kind: 'usd', label: 'field.kycUsd', hint: 'rules.kycHint' },
      { name: 'rules.confirmAboveUsd', kind: 'usd', label: 'field.confirmAboveUsd', hint: 'rules.confirmHint' },
      { name: 'limits.retentionYears', kind: 'number', label: 'field.retentionYears', hint: 'rules.retentionHint' },
      {
        name: 'rules.payoutEvidenceRequired',
        kind: 'check',
        label: 'field.payoutEvidenceRequired',
        hint: 'rules.evidenceHint',
      },
      { name: 'rules.newOrderMail', kind: 'check', label: 'field.newOrderMail', hint: 'rules.mailHint' },
    ],
  },
  deposits: {
    parts: sectionParts.deposits,
    title: 'deposits.title',
    lede: 'deposits.lede',
    save: 'deposits.save',
    hasTimes: true,
    fields: [
      { name: 'deposits.graceMinutes', kind: 'number', label: 'field.graceMinutes' },
      { name: 'deposits.topUpMinutes', kind: 'number', label: 'field.topUpMinutes' },
      { name: 'deposits.minedMinutes', kind: 'number', label: 'field.minedMinutes' },
      { name: 'deposits.overPercent', kind: 'number', label: 'field.overPercent' },
      { name: 'deposits.watchDays', kind: 'number', label: 'field.watchDays' },
      { name: 'deposits.poolRestDays', kind: 'number', label: 'field.poolRestDays' },
      {
        name: 'deposits.refundFee',
        kind: 'select',
        label: 'field.refundFee',
        options: { desk: 'refundFee.desk', customer: 'refundFee.customer' },
      },
    ],
    fieldsOfChain: (chain) => ({
      fields: [],
      lists: [
        {
          list: `deposits.finality.${chain}`,
          max: 10,
          add: 'fees.add',
          addLabel: 'deposits.addOf',
          remove: 'deposits.removeOf',
          firstStays: true,
          empty: { overUsd: Number.NaN, confirmations: Number.NaN },
          columns: (index) => [
            {
              name: `deposits.finality.${chain}.${index}.overUsd`,
              kind: 'usd',
              label: 'fees.over',
              fullLabel: 'deposits.overOf',
            },
            {
              name: `deposits.finality.${chain}.${index}.confirmations`,
              kind: 'confirmations',
              label: 'deposits.confirmations',
              fullLabel: 'deposits.confirmationsOf',
            },
          ],
        },
      ],
    }),
  },
  explorers: {
    parts: sectionParts.explorers,
    title: 'explorers.title',
    lede: 'explorers.lede',
    save: 'explorers.save',
    fields: [],
    fieldsOfChain: (chain) => ({
      fields: [
        {
          name: `explorers.transactions.${chain}`,
          kind: 'url',
          label: 'explorers.transaction',
          fullLabel: 'explorers.transactionOf',
          placeholder: chainDetails[chain].explorers.transaction,
        },
        {
          name: `explorers.addresses.${chain}`,
          kind: 'url',
          label: 'explorers.address',
          fullLabel: 'explorers.addressOf',
          placeholder: chainDetails[chain].explorers.address,
        },
      ],
    }),
  },
  payouts: {
    parts: sectionParts.payouts,
    title: 'payouts.title',
    lede: 'payouts.lede',
    save: 'payouts.save',
    hasTimes: true,
    fields: [
      {
        name: 'payouts.completedWhen',
        kind: 'select',
        label: 'field.completedWhen',
        options: { sent: 'payouts.choice.sent', settled: 'payouts.choice.settled' },
      },
      {
        name: 'payouts.settleExact',
        kind: 'select',
        label: 'field.settleExact',
        options: { ask: 'payouts.choice.ask', auto: 'payouts.choice.auto' },
      },
      {
        name: 'payouts.handPayments',
        kind: 'select',
        label: 'field.handPayments',
        options: { allowed: 'payouts.choice.allowed', after_release: 'payouts.choice.after_release' },
      },
      {
        name: 'payouts.payeeChecks',
        kind: 'select',
        label: 'field.payeeChecks',
        options: { warn: 'payouts.choice.warn', off: 'payouts.choice.off', block: 'payouts.choice.block' },
      },
      { name: 'payouts.feeTolerance.percent', kind: 'percent', label: 'payouts.fee.percent' },
      { name: 'payouts.feeTolerance.max', kind: 'number', label: 'payouts.fee.max' },
      { name: 'payouts.askCustomer', kind: 'check', label: 'field.askCustomer' },
    ],
  },
  fourEyes: {
    parts: sectionParts.fourEyes,
    title: 'fourEyes.title',
    lede: 'fourEyes.lede',
    save: 'fourEyes.save',
    fields: [
      { name: 'fourEyes.payoutOverUsd', kind: 'usdLimit', label: 'field.payoutOverUsd', hint: 'fourEyes.emptyHint' },
      { name: 'fourEyes.refundOverUsd', kind: 'usdLimit', label: 'field.refundOverUsd', hint: 'fourEyes.emptyHint' },
      {
        name: 'fourEyes.rateOverPercent',
        kind: 'percentLimit',
        label: 'field.rateOverPercent',
        hint: 'fourEyes.emptyHint',
      },
      { name: 'fourEyes.expireHours', kind: 'number', label: 'field.expireHours' },
      { name: 'fourEyes.warnedApproval', kind: 'check', label: 'field.warnedApproval' },
      { name: 'fourEyes.addressChange', kind: 'check', label: 'field.addressChange' },
      { name: 'fourEyes.payoutRelease', kind: 'check', label: 'field.payoutRelease' },
      { name: 'fourEyes.booksClose', kind: 'check', label: 'field.booksClose' },
      { name: 'fourEyes.liftBlock', kind: 'check', label: 'field.liftBlock' },
      { name: 'fourEyes.eraseUser', kind: 'check', label: 'field.eraseUser' },
    ],
  },
  brand: {
    parts: sectionParts.brand,
    title: 'brand.title',
    lede: 'brand.lede',
    save: 'brand.save',
    fields: [
      { name: 'brand.name', kind: 'text', label: 'field.name', hint: 'brand.nameHint' },
      { name: 'brand.operator', kind: 'text', label: 'field.operator' },
      { name: 'brand.tagline', kind: 'text', label: 'field.tagline', hint: 'brand.taglineHint' },
      { name: 'brand.supportEmail', kind: 'email', label: 'field.supportEmail' },
      { name: 'brand.telegram', kind: 'handle', label: 'field.telegram' },
      { name: 'brand.x', kind: 'url', label: 'field.x' },
      { name: 'brand.facebook', kind: 'url', label: 'field.facebook' },
      { name: 'brand.instagram', kind: 'url', label: 'field.instagram' },
    ],
  },
  landing: {
    parts: sectionParts.landing,
    title: 'landing.title',
    lede: 'landing.lede',
    save: 'landing.save',
    fields: [],
    lists: [
      {
        list: 'landing.stats',
        max: 6,
        add: 'landing.addStat',
        remove: 'landing.removeStat',
        empty: { value: '', label: '' },
        columns: (index) => [
          { name: `landing.stats.${index}.value`, kind: 'text', label: 'landing.value' },
          { name: `landing.stats.${index}.label`, kind: 'text', label: 'landing.label' },
        ],
      },
      {
        list: 'landing.testimonials',
        max: 6,
        add: 'landing.add',
        remove: 'landing.remove',
        empty: { name: '', place: '', stars: Number.NaN, text: '' },
        columns: (index) => [
          { name: `landing.testimonials.${index}.name`, kind: 'text', label: 'landing.name' },
          { name: `landing.testimonials.${index}.place`, kind: 'text', label: 'landing.place' },
          { name: `landing.testimonials.${index}.stars`, kind: 'number', label: 'landing.stars' },
          { name: `landing.testimonials.${index}.text`, kind: 'long', label: 'landing.text' },
        ],
      },
    ],
  },
  times: {
    parts: sectionParts.times,
    title: 'times.title',
    lede: 'times.lede',
    save: 'times.save',
    fields: [
      { name: 'support.hours', kind: 'text', label: 'field.hours', hint: 'times.hoursHint' },
      { name: 'support.agentReply', kind: 'text', label: 'field.agentReply' },
      { name: 'support.emailReply', kind: 'text', label: 'field.emailReply' },
      { name: 'times.transfer', kind: 'text', label: 'field.transfer' },
      { name: 'limits.checkHours', kind: 'number', label: 'field.checkHours', hint: 'times.promisedHint' },
      { name: 'limits.payoutHours', kind: 'number', label: 'field.payoutHours', hint: 'times.payoutHint' },
      { name: 'limits.refundHours', kind: 'number', label: 'field.refundHours', hint: 'times.promisedHint' },
      { name: 'limits.questionHours', kind: 'number', label: 'field.questionHours', hint: 'times.promisedHint' },
      { name: 'deposits.choiceHours', kind: 'number', label: 'field.choiceHours', hint: 'times.promisedHint' },
      { name: 'times.kyc', kind: 'text', label: 'field.kyc' },
    ],
  },
};
