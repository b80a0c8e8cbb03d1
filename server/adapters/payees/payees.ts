import { z } from 'zod';
import { FeedError } from '#server/lib/feed-error.ts';
import { fetchFeed, type FeedRequest } from '../rates/feed.ts';

export interface PayeeAccount {
  /** ISO 4217. */
  currency: string;
  accountName: string;
  accountNumber: string;
  bankCode: string;
}

/** Asks banks for the owner of an account. */
export interface PayeeProvider {
  /** True if it knows accounts of this currency. */
  answersFor: (currency: string) => boolean;
  /** The name of the account; null without an answer, for any reason. Never throws. */
  nameOf: (account: PayeeAccount) => Promise<string | null>;
}

export type PayeeSettings =
  | { provider: 'off' | 'simulated' }
  | { provider: 'paystack' | 'flutterwave'; key: string; url?: string | undefined; timeoutMs?: number };

/** The provider that the environment names. Both real ones answer for Nigerian accounts. */
export function payeeProviderOf(settings: PayeeSettings): PayeeProvider {
  if ('key' in settings) return overHttp(settings);
  return settings.provider === 'off' ? noProvider : simulatedProvider;
}

const noProvider: PayeeProvider = { answersFor: () => false, nameOf: () => Promise.resolve(null) };
const isNaira = (currency: string) => currency === 'NGN';

/**
 * Chooses the answer by the last digit of the number, so that each one can be seen: 9 another name, 8 a placeholder, 7
 * no answer.
 */
const simulatedProvider: PayeeProvider = {
  answersFor: isNaira,
  nameOf: ({ accountNumber, accountName }) => {
    const answers: Readonly<Record<string, string | null>> = { 7: null, 8: 'TEST', 9: 'Blessing Okafor' };
    return Promise.resolve(answers[accountNumber.slice(-1)] ?? accountName);
  },
};

const paystackAnswer = z.object({ status: z.literal(true), data: z.object({ account_name: z.string() }) });
const flutterwaveAnswer = z.object({ status: z.literal('success'), data: z.object({ account_name: z.string() }) });

function overHttp(settings: Extract<PayeeSettings, { key: string }>): PayeeProvider {
  const { provider, key, url, timeoutMs = 4_000 } = settings;
  const headers = { authorization: `Bearer ${key}` };
  const requestOf = ({ accountNumber, bankCode }: PayeeAccount): FeedRequest => {
    if (provider === 'flutterwave') {
      const body = JSON.stringify({ account_number: accountNumber, account_bank: bankCode });
      return { url: `${baseOf(url, 'https://api.flutterwave.com/v3')}/accounts/resolve`, body };
    }
    const query = new URLSearchParams({ account_number: accountNumber, bank_code: bankCode });
    return { url: `${baseOf(url, 'https://api.paystack.co')}/bank/resolve?${query.toString()}` };
  };
  const answer = provider === 'paystack' ? paystackAnswer : flutterwaveAnswer;
  return {
    answersFor: isNaira,
    nameOf: async (account) => {
      try {
        const request = { ...requestOf(account), headers, timeoutMs, maxBytes: 20_000 };
        return answer.safeParse(await fetchFeed(request)).data?.data.account_name ?? null;
      } catch (error) {
        if (error instanceof FeedError) return null;
        throw error;
      }
    },
  };
}

function baseOf(url: string | undefined, standard: string): string {
  return (url ?? standard).replace(/\/+$/, '');
}
