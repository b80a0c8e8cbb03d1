import type { Api } from '#shared/api.ts';

type Route = keyof Api;
/** The text fields of a call. */
type RequestBody<R extends Route> = Api[R]['form'] extends { fields: infer Fields } ? Fields : Api[R]['body'];

/** An example of a body, as a first call by hand would send it; the compiler and a test read them by the contracts. */
export const examples: { readonly [R in Route]?: RequestBody<R> } = {
  'POST /api/login': { email: 'ada@example.com', password: 'correct horse battery staple' },
  'POST /api/register': {
    firstName: 'Ada',
    lastName: 'Okafor',
    email: 'ada@example.com',
    password: 'correct horse battery staple',
    country: 'Nigeria',
    countryCode: '+234',
    mobileNumber: '8031234567',
  },
  'POST /api/verify-otp': { userId: '7f8a1c9e-2b3d-4e5f-8a9b-0c1d2e3f4a5b', otp: '482913' },
  'POST /api/resend-otp': { userId: '7f8a1c9e-2b3d-4e5f-8a9b-0c1d2e3f4a5b' },
  'POST /api/calculate-sell-amount': { cryptoId: 'bitcoin', cryptoAmount: '0.05', targetCurrency: 'NGN' },
  'POST /api/fiat-exchange/calculate': { fromCurrency: 'USD', toCurrency: 'NGN', amount: '250' },
  'POST /api/transactions': {
    transactionData: JSON.stringify({
      cryptoId: 'bitcoin',
      amount: '0.05',
      valueUsd: '4550.00',
      currency: 'NGN',
      paymentDetails: {
        method: 'bank',
        accountName: 'Ada Okafor',
        accountNumber: '0123456789',
        bankName: 'GTBank',
        bankCode: '058',
        country: 'NG',
      },
      quoteId: '7f8a1c9e-2b3d-4e5f-8a9b-0c1d2e3f4a5b',
    }),
  },
  'POST /api/fiat-exchange/submit': {
    fromCurrency: 'USD',
    toCurrency: 'NGN',
    inputAmount: '250',
    exchangeRate: '1540',
    outputAmount: '385000',
    bankDetails: {
      accountName: 'Ada Okafor',
      accountNumber: '0123456789',
      bankName: 'GTBank',
    },
  },
  'POST /api/kyc/submit': {
    documentType: 'passport',
    documentNumber: 'A01234567',
    fullName: 'Ada Okafor',
    dateOfBirth: '1991-04-12',
    address: '12 Marina Road, Lagos',
    nationality: 'Nigerian',
  },
  'POST /api/agent-request': {
    email: 'ada@example.com',
    message: 'When does my payout arrive?',
    timestamp: '2026-11-29T09:30:00.000Z',
  },
  'PUT /api/admin/transactions/:id/status': { status: 'completed' },
  'PUT /api/admin/kyc-requests/:id/review': { status: 'approved', notes: 'The document is valid.' },
  'POST /api/admin/fiat-currencies': { code: 'KES', name: 'Kenyan shilling', symbol: 'KSh' },
  'POST /api/admin/fiat-exchange-rates': { fromCurrency: 'USD', toCurrency: 'KES', exchangeRate: '129.35' },
  'PATCH /api/admin/transactions/:id/status': { status: 'completed', adminTransactionId: 'GTB-20261129-0017' },
  'POST /api/admin/payment-methods': {
    currency: 'NGN',
    type: 'bank',
    name: 'GTBank',
    displayName: 'GTBank Naira',
    accountDetails: { 'Account number': '0123456789', 'Account name': 'Landfall Exchange Ltd' },
    instructions: 'Use your reference as the description.',
  },
  'POST /api/admin/blog-posts': {
    title: 'How a payout reaches your bank',
    content: '## Four steps\n\nYou send coins, we check them, we pay, your bank books it.',
    category: 'Platform Updates',
    tags: ['payouts'],
    status: 'draft',
  },
};
