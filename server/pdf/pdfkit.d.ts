declare module 'pdfkit' {
  import type { Readable } from 'node:stream';

  /** A font inside a document: the methods that setting text needs. */
  export interface EmbeddedFont {
    id: string;
    /** 1000 divided by the font's units. */
    scale: number;
    widths: (number | null)[];
    unicode: (readonly number[] | null)[];
    subset: { includeGlyph: (glyph: number) => number };
    font: FontFace;
    ref: () => object;
  }

  export interface FontFace {
    hasGlyphForCodePoint: (codePoint: number) => boolean;
    glyphForCodePoint: (codePoint: number) => Glyph;
    layout: (
      text: string,
      features?: undefined,
      script?: string,
      language?: string,
      direction?: 'ltr' | 'rtl',
    ) => { glyphs: readonly Glyph[]; positions: readonly GlyphPosition[] };
  }

  export interface Glyph {
    id: number;
    advanceWidth: number;
    codePoints: readonly number[];
  }

  /** An object of the file, written when it ends. */
  export interface Reference {
    data: Record<string, unknown>;
    end: () => void;
  }

  /** In font units. */
  export interface GlyphPosition {
    xAdvance: number;
    xOffset: number;
    yOffset: number;
  }

  interface Options {
    size: readonly [number, number];
    margin: number;
    font: string | null;
    lang: string;
    displayTitle: boolean;
    pdfVersion?: '1.7';
    info: Record<string, string | Date>;
  }

  /** The used part of the writer. Lengths are points, measured from the top left corner. */
  export default class PDFDocument extends Readable {
    constructor(options: Options);
    page: { width: number; height: number; fonts: Record<string, object>; dictionary: Reference };
    /** The catalogue of the file. */
    _root: Reference;
    /** Writes the metadata when the document ends. */
    _addInfo: () => void;
    appendXML(xml: string): void;
    ref(data: Record<string, unknown>): Reference;
    _font: EmbeddedFont;
    addPage(): this;
    addContent(operators: string): this;
    registerFont(name: string, bytes: Uint8Array): this;
    font(name: string): this;
    path(svg: string): this;
    rect(x: number, y: number, width: number, height: number): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    dash(length: number, options: { space: number }): this;
    lineWidth(width: number): this;
    opacity(share: number): this;
    fill(colour: string): this;
    stroke(colour: string): this;
    save(): this;
    restore(): this;
    translate(x: number, y: number): this;
    scale(factor: number): this;
    end(): void;
  }
}
