/** A column of an answer: its type in PostgreSQL and, as `Value`, in the driver; a test compares both. */
export type Column<Value> = {
  readonly type: string;
  readonly isNullable: boolean;
  /** The statement leaves out null, or values, that the column of the table allows. */
  readonly isFiltered?: boolean;
  /** All values there can be, where they are few. */
  readonly values?: readonly string[];
  /** Only for the compiler. */
  readonly value?: Value;
};

export type RowShape = Readonly<Record<string, Column<unknown>>>;

/** A row of these columns. */
export type RowOf<Shape extends RowShape> = {
  -readonly [Name in keyof Shape]: Shape[Name] extends Column<infer Value> ? Value : never;
};

/** One of a few texts. */
function oneOf<const Value extends string>(values: readonly Value[]): Column<Value> {
  return { ...column.text, values } as Column<Value>;
}

const ofType = <Value>(type: string): Column<Value> => ({ type, isNullable: false });

/** The types statements answer with; numerics are exact text, and bigints are cast to it. */
export const column = {
  uuid: ofType<string>('uuid'),
  text: ofType<string>('text'),
  oneOf,
  boolean: ofType<boolean>('boolean'),
  integer: ofType<number>('integer'),
  float: ofType<number>('double precision'),
  numeric: ofType<string>('numeric'),
  moment: ofType<Date>('timestamp with time zone'),
  bytes: ofType<Buffer>('bytea'),
  /** As parsed; whoever reads it checks its shape. */
  json: ofType<unknown>('json'),
  /** The name of a table or column in the catalogues of PostgreSQL. */
  name: ofType<string>('name'),
  /** The result of a function that returns nothing. */
  void: ofType<unknown>('void'),
  texts: ofType<string[]>('text[]'),
  textsOrNull: ofType<(string | null)[]>('text[]'),
  floats: ofType<number[]>('double precision[]'),
};

/** A column that may be null. */
export function orNull<Value>(nullable: Column<Value>): Column<Value | null> {
  return { ...nullable, isNullable: true };
}

/** A column of a table that allows null or more values than declared, which this statement leaves out. */
export function filtered<Value>(narrower: Column<Value>): Column<Value> {
  return { ...narrower, isFiltered: true };
}

type OrNull<Shape extends RowShape> = {
  readonly [Name in keyof Shape]: Shape[Name] extends Column<infer Value> ? Column<Value | null> : never;
};

/** The columns of an outer join: all of them are null where it found nothing. */
export function allOrNull<Shape extends RowShape>(shape: Shape): OrNull<Shape> {
  return Object.fromEntries(Object.entries(shape).map(([name, item]) => [name, orNull(item)])) as OrNull<Shape>;
}
