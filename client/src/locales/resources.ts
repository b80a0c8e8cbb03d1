import type common from './en/common.json';

/** Typed keys of every namespace. A new feature adds one line; the English file is the source. */
export interface Resources {
  common: typeof common;
}
