import { fileQuery } from '#client/features/files/files.queries.ts';

/** The bytes of a user's picture, fetched with the bearer header: an address in an `<img>` carries none. */
export const pictureQuery = (url: string | null) => fileQuery(url?.split('/').at(-1) ?? '', { enabled: url !== null });
