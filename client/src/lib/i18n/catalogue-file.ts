/** The texts of one namespace in one language, as its file contains them. */
export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

export type File = { default: Catalogue };
