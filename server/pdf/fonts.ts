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
  latin: [pathNextTo(require.resolve('@embedpdf/fonts-latin')), 'NotoSans-Regular.ttf'],
  bold: [pathNextTo(require.resolve('@embedpdf/fonts-latin')), 'NotoSans-SemiBold.ttf'],
  arabic: [pathNextTo(require.resolve('@embedpdf/fonts-arabic')), 'NotoNaskhArabic-Regular.ttf'],
  chinese: [pathNextTo(require.resolve('@embedpdf/fonts-sc')), 'NotoSansHans-Regular.otf'],
  japanese: [pathNextTo(require.resolve('@embedpdf/fonts-jp')), 'NotoSansJP-Regular.otf'],
  korean: [pathNextTo(require.resolve('@embedpdf/fonts-kr')), 'NotoSansKR-Regular.otf'],
};

/** The fonts lie beside the module that names their package. */
function pathNextTo(module: string): string {
  return join(dirname(module), '..', 'fonts');
}

/** Opens the faces of a document as they are first needed: those for thousands of ideographs have 4 to 8 MB each. */
export function fontsOf(pdf: PDFDocument) {
  const openFonts = new Map<FontKey, EmbeddedFont>();
  const fontFor = (name: FontKey): EmbeddedFont => {
    const openFont = openFonts.get(name);
    if (openFont) return openFont;
    pdf.registerFont(name, readFileSync(join(...files[name]))).font(name);
    openFonts.set(name, pdf._font);
    return pdf._font;
  };
  return {
    fontFor,
    /** The font with this character: the requested one, else the first. */
    fontKeyFor: (codePoint: number, requestedFont: FontKey): EmbeddedFont | undefined =>
      [requestedFont, ...scripts].map(fontFor).find(({ font }) => font.hasGlyphForCodePoint(codePoint)),
  };
}
