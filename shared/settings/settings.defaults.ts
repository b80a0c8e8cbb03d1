import type { AdminSettings } from './settings.contract.ts';

export const settingsDefaults: AdminSettings = {
  brand: {
    name: 'Landfall',
    operator: 'Landfall Exchange Ltd',
    supportEmail: 'support@landfall.test',
    telegram: 'https://t.me/landfall_support',
    x: '',
    facebook: '',
    instagram: '',
  },
  fees: {
    tiers: [
      { overUsd: 0, percent: 5 },
      { overUsd: 5_000, percent: 4 },
      { overUsd: 10_000, percent: 3 },
    ],
  },
  limits: {
    kycUsd: 1_000,
    kycDays: 30,
    quoteMinutes: 15,
    uploadBytes: 10 * 1024 * 1024,
    retentionYears: 5,
    checkHours: 1,
    payoutHours: 24,
  },
  support: { hours: '24/7', emailReply: '2-4 hours', agentReply: '1-2 hours' },
  times: {
    transfer: '10 to 60 minutes',
    check: 'usually under 1 hour',
    payout: 'within 24 hours',
    kyc: '24-48 hours',
  },
  deposits: {
    finality: {
      bitcoin: [
        { overUsd: 0, confirmations: 2 },
        { overUsd: 1_000, confirmations: 3 },
        { overUsd: 10_000, confirmations: 6 },
      ],
      litecoin: [{ overUsd: 0, confirmations: 6 }],
      'bitcoin-cash': [{ overUsd: 0, confirmations: 10 }],
      ethereum: [
        { overUsd: 0, confirmations: 12 },
        { overUsd: 1_000, confirmations: 'finalized' },
      ],
      bsc: [{ overUsd: 0, confirmations: 'finalized' }],
      tron: [{ overUsd: 0, confirmations: 'finalized' }],
      xrpl: [{ overUsd: 0, confirmations: 'finalized' }],
    },
    tolerance: { percent: 0.5, maxUsd: 5 },
  },
  explorers: {
    transactions: { bitcoin: '', litecoin: '', 'bitcoin-cash': '', ethereum: '', bsc: '', tron: '', xrpl: '' },
    addresses: { bitcoin: '', litecoin: '', 'bitcoin-cash': '', ethereum: '', bsc: '', tron: '', xrpl: '' },
  },
  landing: { stats: [], testimonials: [] },
  fourEyes: {
    payoutOverUsd: null,
    warnedApproval: false,
    addressChange: false,
    rateOverPercent: null,
    liftBlock: false,
    eraseUser: false,
    expireHours: 24,
  },
  rules: { payoutEvidenceRequired: true, newOrderMail: true, confirmAboveUsd: 5_000 },
};
