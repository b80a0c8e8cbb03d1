import { idIn, prefetchRow, type DrawnPage } from '#client/ui/layout/drawn-page.ts';
import { offerLinkQuery } from './offers.link.queries.ts';

/** An offer in the language of its customer, as the server draws it. */
export const offerPage: DrawnPage = {
  prefetch: (context) => prefetchRow(context, offerLinkQuery(idIn(context.path))),
  languageOf: ({ client, path }) => client.getQueryData(offerLinkQuery(idIn(path)).queryKey)?.language ?? undefined,
  isPrivate: true,
};
