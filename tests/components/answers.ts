import type { SessionUser } from '#client/lib/session/session.ts';
import type { Api } from '#shared/api.ts';
import { coins } from '#shared/reference/coins.ts';
import { fxSample } from '#shared/reference/fx-sample.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import type { Answers } from './server.ts';

const updatedAt = '2026-03-01T12:00:00.000Z';

/** The customer that most screens are shown to. */
export function aSessionUser(changes: Partial<SessionUser> = {}): SessionUser {
  return {
    id: '0b0e8a1e-5a52-4a57-9d1c-0d6f4f6f0a01',
    email: 'ada@customers.test',
    firstName: 'Ada',
    middleName: null,
    lastName: 'Okafor',
    mobileNumber: '+2348031234567',
    country: 'Nigeria',
    countryCode: '+234',
    profileImageUrl: null,
    role: 'customer',
    isAdmin: false,
    may: [],
    fourEyes: false,
    sessionExpiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    serverTime: new Date().toISOString(),
    language: 'en',
    kycStatus: 'none',
    createdAt: updatedAt,
    ...changes,
  };
}

/** A token as the client reads it: its owner and its end. */
export function tokenOf({ id }: SessionUser): string {
  const claims = { sub: id, exp: Math.floor(Date.now() / 1000) + 86_400 };
  return `x.${btoa(JSON.stringify(claims))}.x`;
}

/** Every coin, each of which can be sold. */
export const assets: Api['GET /api/crypto-assets']['output'] = coins.map(({ samplePrice, sampleChange, ...coin }) => ({
  ...coin,
  price: Number(samplePrice),
  change24h: Number(sampleChange),
  minimumDeposit: Number(coin.minimumDeposit),
  available: true,
  notice: 'none',
  isSellable: true,
  sparkline: [1, 2, 3],
  updatedAt,
  source: 'live',
}));

const currencies: Api['GET /api/payout-currencies']['output'] = payoutCurrencies.map((currency) => ({
  ...currency,
  unitsPerUsd: Number(fxSample[currency.code] ?? 1),
  updatedAt,
  min: null,
  max: null,
  methods: ['bank', 'paypal', 'wise'],
  isPaused: false,
}));

/** A sale of bitcoin as its customer sees it. */
export function anOrder(changes: Partial<Api['GET /api/transactions/:id']['output']> = {}) {
  return {
    id: '7b7a1f0e-5a52-4a57-9d1c-0d6f4f6f0a01',
    reference: 'LF-TEST-01',
    type: 'sell',
    status: 'pending',
    version: 2,
    settlement: null,
    stage: 'by_hand',
    stageVersion: 1,
    createdAt: updatedAt,
    date: updatedAt,
    updatedAt,
    userId: aSessionUser().id,
    cryptoId: 'bitcoin',
    cryptoName: 'Bitcoin',
    cryptoSymbol: 'BTC',
    cryptocurrency: { name: 'Bitcoin', symbol: 'BTC', color: '#f7931a' },
    amount: 0.01,
    valueUsd: 391.45,
    grossAmount: 391.45,
    feeAmount: 19.57,
    feePercent: 5,
    payoutAmount: 371.88,
    payoutCurrency: 'USD',
    rate: 39_145.28,
    transactionHash: null,
    proofDueAt: null,
    paymentDetails: null,
    deposit: null,
    awaitingProof: false,
    paymentProofFiles: [],
    adminPayoutScreenshots: [],
    adminNotes: null,
    adminTransactionId: null,
    fromCurrency: null,
    toCurrency: null,
    payout: null,
    inputAmount: null,
    outputAmount: null,
    events: [],
    paymentInstructions: [],
    ...changes,
  } satisfies Api['GET /api/transactions/:id']['output'];
}

/** Nothing was submitted yet. */
export const noKyc: Api['GET /api/kyc/status']['output'] = {
  status: 'none',
  submittedAt: null,
  reviewedAt: null,
  reviewNotes: null,
  expiresOn: null,
  previous: null,
};

/** What the screens around a screen ask for: a customer without orders, at sample prices. */
export const shellAnswers: Answers = {
  'GET /api/settings': { ...settingsDefaults, sampleRates: false, fxProvider: 'sample', alwaysOpen: true },
  'GET /api/crypto-assets': assets,
  'GET /api/payout-currencies': currencies,
  'GET /api/sell-quotes': [],
  'GET /api/sell-allowance': { kycApproved: false, limitUsd: 1_000, usedUsd: 0, leftUsd: 1_000, days: 30 },
  'GET /api/transactions': [],
  'GET /api/kyc/status': noKyc,
  'GET /api/payout-accounts': [],
};
