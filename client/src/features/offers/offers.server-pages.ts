import { idIn, prefetchRow, type ServerPage } from '#client/ui/layout/server-page.ts';
import { offerLinkQuery } from './offers.link.queries.ts';

/** An offer in the language of its customer, as the server draws it. */
export const offerPage: ServerPage = {
  prefetch: (context) => prefetchRow(context, offerLinkQuery(idIn(context.path))),
  languageOf: ({ client, path }) => client.getQueryData(offerLinkQuery(idIn(path)).queryKey)?.language ?? undefined,
  isPrivate: true,
};
