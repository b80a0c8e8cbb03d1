interface Head {
  /** A language tag, such as `en`, for screen readers. */
  language: string;
  brand: string;
  title: string;
  createdAt: Date;
}

/** A long list, one line a row, over as many pages as it takes. */
export interface TableDocument extends Head {
  kind: 'table';
  /** The lines above the list: label and value. */
  details: readonly (readonly [label: string, value: string])[];
  columns: readonly TableColumn[];
  footer: string;
  /** `{{page}}` becomes the number. */
  pageLabel: string;
  /** Text below the last row; `{{count}}` becomes the number of rows. */
  total: string;
}

export interface TableColumn {
  header: string;
  /** A share of the page; all together are 1. */
  share: number;
  /** Aligns numbers with the end. */
  end?: boolean;
}

/** One page about one order. */
export interface SlipDocument extends Head {
  kind: 'slip';
  reference: string;
  status: string;
  total: { label: string; amount: string; unit: string };
  /** Label and value, in groups with a line between. */
  groups: readonly (readonly (readonly [label: string, value: string])[])[];
  /** The page that confirms the document, also as a QR code. */
  check: { url: string; title: string; text: string };
  footer: readonly string[];
}

export type PdfDocument = TableDocument | SlipDocument;

/** From the worker: bytes of the file, a request for more rows, or the end. */
export type FromWorker = { bytes: Uint8Array } | 'rows please' | 'done';
/** To the printing thread: a document, then its rows as they are to be read, and null after the last. */
export type ToWorker = PdfDocument | readonly (readonly string[])[] | null;
