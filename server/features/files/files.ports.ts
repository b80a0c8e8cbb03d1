import type { FileLinks } from './files.links.ts';

/** What `files` lends to the features below it; made in compose.ts. */
export type FilesPorts = {
  fileLinks: FileLinks;
};
