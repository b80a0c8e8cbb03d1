import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type PDFDocument from 'pdfkit';
import type { EmbeddedFont } from 'pdfkit';
import { scripts, type Script } from './runs.ts';

/** A font of the document: one for each script, and a bold one for Latin letters and digits. */
export type FontKey = Script | 'bold';

const require = createRequire(import.meta.url);

/** Whole TrueType and OpenType files of Noto: only their used glyphs get into a document. */
const files: Record<FontKey, readonly [folder: string, file: string]> = {
  latin: [beside(require.resolve('@embedpdf/fonts-latin')), 'NotoSans-Regular.ttf'],
  bold: [beside(require.resolve('@embedpdf/fonts-latin')), 'NotoSans-SemiBold.ttf'],
  arabic: [beside(require.resolve('@embedpdf/fonts-arabic')), 'NotoNaskhArabic-Regular.ttf'],
  chinese: [beside(require.resolve('@embedpdf/fonts-sc')), 'NotoSansHans-Regular.otf'],
  japanese: [beside(require.resolve('@embedpdf/fonts-jp')), 'NotoSansJP-Regular.otf'],
  korean: [beside(require.resolve('@embedpdf/fonts-kr')), 'NotoSansKR-Regular.otf'],
};

/** The fonts lie beside the module that names their package. */
function beside(module: string): string {
  return join(dirname(module), '..', 'fonts');
}

/** Opens the faces of a document as they are first needed: those for thousands of ideographs have 4 to 8 MB each. */
export function fontsOf(pdf: PDFDocument) {
  const open = new Map<FontKey, EmbeddedFont>();
  const fontFor = (name: FontKey): EmbeddedFont => {
    const known = open.get(name);
    if (known) return known;
    pdf.registerFont(name, readFileSync(join(...files[name]))).font(name);
    open.set(name, pdf._font);
    return pdf._font;
  };
  return {
    fontFor,
    /** The font with this character: the requested one, else the first. */
    fontKeyFor: (codePoint: number, requested: FontKey): EmbeddedFont | undefined =>
      [requested, ...scripts].map(fontFor).find(({ font }) => font.hasGlyphForCodePoint(codePoint)),
  };
}
