declare module 'bidi-js' {
  /** The used part of the Unicode bidirectional algorithm. */
  interface Bidi {
    /** The level of each UTF-16 unit: uneven ones run right to left. By default the first strong letter decides. */
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl'): { levels: Uint8Array };
    /** The mirrored form of a bracket; null for other characters. */
    getMirroredCharacter(character: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
