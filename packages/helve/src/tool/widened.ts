/**
 * The type that a value has for whoever is not its author: `{ readonly ok: true, text: 'hi' }` is
 * `{ ok: boolean, text: string }`, as the compiler itself would have it for a function's result.
 * Unions stay: they were written out, or tell objects apart. So do classes, interfaces and brands.
 *
 * (The compiler has to be kept from doing this for what `execute` returns, or `{ status: 'ok' }` would
 * not fit a schema with an enum. Without a schema, it is done here.)
 */
export type Widened<T> =
  IsUnion<T> extends true
    ? Writable<T>
    : T extends string
      ? Unbranded<T, string>
      : T extends number
        ? Unbranded<T, number>
        : T extends boolean
          ? boolean
          : T extends readonly unknown[]
            ? { [Key in keyof T]: Widened<T[Key]> }
            : T extends Readonly<Record<string, unknown>>
              ? { -readonly [Key in keyof T]: Widened<T[Key]> }
              : T;

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never;

type Writable<T> =
  T extends Readonly<Record<string, unknown>> ? { -readonly [Key in keyof T]: T[Key] } : T;

/** A literal has no other properties than its primitive type; a brand is one more. */
type Unbranded<T, Primitive> = keyof T extends keyof Primitive ? Primitive : T;
