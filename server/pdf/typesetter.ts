import type PDFDocument from 'pdfkit';
import type { EmbeddedFont, GlyphPosition } from 'pdfkit';
import { fontsOf, type FontKey } from './fonts.ts';
import { isRightToLeft, runsOf, type Run } from './runs.ts';

export interface TextStyle {
  /** In points. */
  size: number;
  bold?: boolean;
  /** `#rrggbb` */
  colour: string;
}

/** Glyphs of one face side by side: operands of TJ, and their width in thousandths of the size. */
interface Piece {
  font: EmbeddedFont;
  operands: string;
  width: number;
}

interface Letter {
  font: EmbeddedFont;
  code: string;
  width: number;
}

// Arabic letters join, and marks combine: these need the font's own rules, all else is one glyph a character.
const needsShaping = /\p{Mark}/u;
const unknownCodePoint = '?'.codePointAt(0) ?? 63;

export type Typesetter = ReturnType<typeof createTypesetter>;

/**
 * Sets lines of text in any of the languages. It writes glyphs itself: the library's `text` reverses numbers in Arabic
 * lines and caches every string. Positions count from the start of the line, on the right in Arabic.
 */
export function createTypesetter(pdf: PDFDocument, language: string) {
  const fontFaces = fontsOf(pdf);
  const letters = new Map<string, Letter>();

  const letterOf = (codePoint: number, fontFor: FontKey): Letter => {
    const key = `${fontFor} ${codePoint}`;
    const knownLetter = letters.get(key);
    if (knownLetter) return knownLetter;
    const font = fontFaces.fontKeyFor(codePoint, fontFor);
    const letter = font ? letterIn(font, codePoint) : letterIn(fontFaces.fontFor('latin'), unknownCodePoint);
    letters.set(key, letter);
    return letter;
  };

  const piecesOf = (line: string, { size, bold = false }: Pick<TextStyle, 'size' | 'bold'>): Piece[] =>
    runsOf(line, language).flatMap((run) => {
      const fontFor = run.script === 'latin' && bold ? 'bold' : run.script;
      if (run.script === 'arabic' || needsShaping.test(run.text))
        return [shapeRun(fontFaces.fontFor(fontFor), run, size)];
      const points = Array.from(run.text, (character) => character.codePointAt(0) ?? unknownCodePoint);
      return joinPieces((run.rtl ? points.toReversed() : points).map((point) => letterOf(point, fontFor)));
    });

  const widthOf = (line: string, style: Pick<TextStyle, 'size' | 'bold'>): number =>
    spanOf(piecesOf(line, style), style);

  const rtl = isRightToLeft(language);
  /** The left edge of an item that is `width` wide and begins at `x` from the line start. */
  const xOf = (x: number, width = 0): number => (rtl ? pdf.page.width - x - width : x);

  return {
    widthOf,
    placed: xOf,
    /** Renders a line with its baseline at `y`, beginning at `x` from where lines begin, or ending there. */
    render: (line: string, x: number, y: number, style: TextStyle, align: 'start' | 'end' = 'start'): void => {
      const pieces = piecesOf(line, style);
      if (pieces.length === 0) return;
      const span = spanOf(pieces, style);
      let at = xOf(align === 'end' ? x - span : x, span);
      const operators = pieces.map(({ font, operands, width: thousandths }) => {
        pdf.page.fonts[font.id] ??= font.ref();
        // The page's y axis points down, so glyphs are flipped back upright.
        const set = `/${font.id} ${style.size} Tf 1 0 0 -1 ${at.toFixed(2)} ${y.toFixed(2)} Tm ${operands}`;
        at += (thousandths * style.size) / 1000;
        return set;
      });
      pdf.addContent(`q ${operandsOf(style.colour)} rg BT ${operators.join(' ')} ET Q`);
    },
    /** Breaks a text into lines no wider than `width`; a string too long for a line is split. */
    wrap: (text: string, width: number, style: Pick<TextStyle, 'size' | 'bold'>): string[] =>
      text.split('\n').flatMap((paragraph) => breakLines(paragraph, (line) => widthOf(line, style) <= width)),
  };
}

function spanOf(pieces: readonly Piece[], { size }: Pick<TextStyle, 'size'>): number {
  return (pieces.reduce((sum, { width }) => sum + width, 0) * size) / 1000;
}

function letterIn(font: EmbeddedFont, codePoint: number): Letter {
  const { id, advanceWidth } = font.font.glyphForCodePoint(codePoint);
  return { font, code: codeOf(font, { id, advanceWidth, codePoints: [codePoint] }), width: advanceWidth * font.scale };
}

/** The glyph's code in the document, with what a viewer needs to render it and to copy it as text. */
function codeOf(
  font: EmbeddedFont,
  glyph: { id: number; advanceWidth: number; codePoints: readonly number[] },
): string {
  const code = font.subset.includeGlyph(glyph.id);
  font.widths[code] ??= glyph.advanceWidth * font.scale;
  font.unicode[code] ??= glyph.codePoints;
  return code.toString(16).padStart(4, '0');
}

/** Neighbours of one face as one string. */
function joinPieces(set: readonly Letter[]): Piece[] {
  const pieces: { font: EmbeddedFont; codes: string; width: number }[] = [];
  for (const { font, code, width } of set) {
    const lastPiece = pieces.at(-1);
    if (lastPiece?.font !== font) pieces.push({ font, codes: code, width });
    else {
      lastPiece.codes += code;
      lastPiece.width += width;
    }
  }
  return pieces.map(({ font, codes, width }) => ({ font, operands: `<${codes}> Tj`, width }));
}

/** A run by the rules of its font: letters that join, marks above others. */
function shapeRun(font: EmbeddedFont, { text, rtl }: Run, size: number): Piece {
  const { glyphs, positions } = font.font.layout(text, undefined, undefined, undefined, rtl ? 'rtl' : 'ltr');
  let width = 0;
  const operands = glyphs.map((glyph, index) => {
    const { xAdvance, xOffset, yOffset } = scalePosition(positions[index], font.scale);
    const glyphWidth = glyph.advanceWidth * font.scale;
    width += xAdvance;
    // TJ moves back by a positive number; the rise lifts a mark to its place.
    const stepBack = glyphWidth - xAdvance + xOffset;
    // Readers turn the letters of such a line round to copy them, those of a ligature too.
    const { id, advanceWidth, codePoints } = glyph;
    const code = codeOf(font, { id, advanceWidth, codePoints: rtl ? codePoints.toReversed() : codePoints });
    const glyphOperator = `[${(-xOffset).toFixed(1)} <${code}> ${stepBack.toFixed(1)}] TJ`;
    return yOffset === 0 ? glyphOperator : `${((yOffset * size) / 1000).toFixed(2)} Ts ${glyphOperator} 0 Ts`;
  });
  return { font, operands: operands.join(' '), width };
}

function scalePosition(position: GlyphPosition | undefined, scale: number): GlyphPosition {
  const { xAdvance = 0, xOffset = 0, yOffset = 0 } = position ?? {};
  return { xAdvance: xAdvance * scale, xOffset: xOffset * scale, yOffset: yOffset * scale };
}

function operandsOf(colour: string): string {
  return [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ');
}

/** Stops and closing brackets of Chinese and Japanese hang over the edge rather than begin a line. */
const neverFirst = new RegExp('[、。，．：；！？）」』】〕》’”ー]', 'u');

/** Breaks at spaces, and inside text without any: ideographs, long codes. */
function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=\s)/u)) {
    if (fits(line + word.trimEnd())) {
      line += word;
      continue;
    }
    if (line) lines.push(line.trimEnd());
    line = '';
    for (const character of word) {
      if (line && !fits(line + character) && !neverFirst.test(character)) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  return [...lines, line.trimEnd()];
}
