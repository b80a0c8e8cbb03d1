import type { errorTexts, programErrorTexts } from './errors.ts';

type Texts = typeof errorTexts & typeof programErrorTexts;
type Key = keyof Texts;

/** Why something was refused: the key of the text that explains it in the reader's language. */
export type Reason = Key extends infer K ? (K extends `${infer R}_one` | `${infer R}_other` ? R : K) : never;

type TextOf<R extends Reason> = Texts[R extends Key ? R : `${R}_other` & Key];
type Blanks<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Blanks<Rest> : never;

/** What fills the blanks of a text: numbers, plain decimals, names. A count also chooses the plural form. */
export type Params = Readonly<Record<string, string | number>>;
type ParamsOf<R extends Reason> = Readonly<Record<Blanks<TextOf<R>>, string | number>>;

/** The reasons whose text has no blanks. */
export type PlainReason = Reason extends infer R
  ? R extends Reason
    ? [Blanks<TextOf<R>>] extends [never]
      ? R
      : never
    : never
  : never;

/** A reason with what fills its blanks, as it crosses the wire. */
export interface FilledReason {
  reason: Reason;
  params?: Params;
}

/** Names a reason where a schema takes any text as its error, so that the compiler checks it. */
export function reason(name: PlainReason): PlainReason {
  return name;
}

/** A reason with a value for each of its blanks. */
export function filled<R extends Reason>(name: R, params: ParamsOf<R>): FilledReason {
  return { reason: name, params };
}
