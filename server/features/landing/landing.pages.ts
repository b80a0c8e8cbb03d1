import type { IncomingMessage } from 'node:http';
import { ZodError } from 'zod';
import { publishedPost, publishedPosts } from '#server/features/blog/blog.service.ts';
import { readOffer } from '#server/features/offers/offers.service.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import { presentCoins } from '#server/features/rates/rates.service.ts';
import { estimateSell } from '#server/features/sell/sell.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { publicSettingsOf, settingsOf } from '#server/features/settings/settings.service.ts';
import { ipOf } from '#server/http/request.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { PagesDeps } from '#server/ssr/pages.ts';
import { getBlogPost, listBlogPosts } from '#shared/blog/blog.contract.ts';
import type { Endpoint } from '#shared/kernel/endpoint.ts';
import type { CallApi } from '#shared/kernel/ssr.ts';
import { getOffer } from '#shared/offers/offers.contract.ts';
import { listCryptoAssets } from '#shared/rates/rates.contract.ts';
import { languages, type LanguageCode } from '#shared/reference/languages.ts';
import { calculateSellAmount } from '#shared/sell/sell.contract.ts';
import { getSettings } from '#shared/settings/settings.contract.ts';

type Deps = Platform & RatesPorts & SettingsPorts;

type CallInput = NonNullable<Parameters<CallApi>[1]>;

const languageOf = (preferredCode: string | undefined): LanguageCode =>
  languages.find(({ code }) => code === preferredCode)?.code ?? 'en';

/** Data of the public pages: the answers that a visitor's browser would get, without a network request. */
export function publicPages(deps: Deps): Pick<PagesDeps, 'callApi' | 'count' | 'version'> {
  const answers: Record<string, (sent: CallInput) => Promise<unknown>> = {
    ...publicAnswer(getSettings, ({ language }) => publicSettingsOf(deps, languageOf(language))),
    ...publicAnswer(listCryptoAssets, async () =>
      presentCoins(await deps.rates(), await deps.sellableCoins(), settingsOf(deps)),
    ),
    ...publicAnswer(calculateSellAmount, ({ body }) => estimateSell(deps, calculateSellAmount.body.parse(body))),
    ...publicAnswer(getOffer, ({ params }) => readOffer(deps, null, getOffer.params.parse(params).code)),
    ...publicAnswer(getBlogPost, ({ params }) => publishedPost(deps, getBlogPost.params.parse(params).id)),
    // With its total, as the client caches a list page.
    [nameOf(listBlogPosts)]: async ({ query }) => {
      const { items, total } = await publishedPosts(deps, listBlogPosts.query.parse(query));
      return { items: listBlogPosts.response.parse(items), total };
    },
  };
  return {
    callApi: async (route, request = {}) => {
      const answer = answers[route];
      if (!answer) throw new Error(`No page is drawn from ${route}.`);
      return answer(request);
    },
    version: () => settingsOf(deps),
    count: async (request: IncomingMessage) =>
      deps.limits.countCall('render', { ip: ipOf(request, deps.env.trustProxy) }),
  };
}

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** A page's data, parsed like the API's own answers, so that it holds no more than they do. Null for a refused call. */
function publicAnswer(
  endpoint: Endpoint & { response: { parse: (value: unknown) => unknown } },
  answer: (sent: CallInput) => unknown,
): Record<string, (sent: CallInput) => Promise<unknown>> {
  const answerCall = async (callInput: CallInput) => {
    try {
      return endpoint.response.parse(await answer(callInput));
    } catch (error) {
      // A malformed id gets the same answer as an unknown one.
      if (error instanceof Refusal || error instanceof ZodError) return null;
      throw error;
    }
  };
  return { [nameOf(endpoint)]: answerCall };
}
