import { expectTypeOf, test } from 'vitest';
import type { Widened } from './widened.ts';

test('literals and templates are widened, at any depth', () => {
  expectTypeOf<Widened<'hi'>>().toEqualTypeOf<string>();
  expectTypeOf<Widened<`hello ${string}`>>().toEqualTypeOf<string>();
  expectTypeOf<Widened<7>>().toEqualTypeOf<number>();
  expectTypeOf<Widened<true>>().toEqualTypeOf<boolean>();
  expectTypeOf<Widened<{ a: { readonly b: 'x' }; c: [1, 'y'] }>>().toEqualTypeOf<{
    a: { b: string };
    c: [number, string];
  }>();
});

test('what was never a literal stays as it is', () => {
  expectTypeOf<Widened<{ list: readonly string[] }>>().toEqualTypeOf<{ list: readonly string[] }>();
  expectTypeOf<Widened<string>>().toEqualTypeOf<string>();
  expectTypeOf<Widened<number>>().toEqualTypeOf<number>();
  expectTypeOf<Widened<boolean>>().toEqualTypeOf<boolean>();
  expectTypeOf<Widened<unknown>>().toEqualTypeOf<unknown>();
  expectTypeOf<Widened<undefined>>().toEqualTypeOf<undefined>();
  expectTypeOf<Widened<null>>().toEqualTypeOf<null>();
  expectTypeOf<Widened<string[]>>().toEqualTypeOf<string[]>();
  expectTypeOf<Widened<Record<string, 'a' | 'b'>>>().toEqualTypeOf<Record<string, 'a' | 'b'>>();
});

test('unions stay', () => {
  expectTypeOf<Widened<'a' | 'b'>>().toEqualTypeOf<'a' | 'b'>();
  expectTypeOf<Widened<{ status: 'a' | 'b' }>>().toEqualTypeOf<{ status: 'a' | 'b' }>();
  type Result = { ok: true; value: number } | { ok: false; reason: string };
  expectTypeOf<Widened<Result>>().toEqualTypeOf<Result>();
  type Found = { readonly ok: true; readonly value: number } | { readonly ok: false };
  expectTypeOf<Widened<Found>>().toEqualTypeOf<{ ok: true; value: number } | { ok: false }>();
});

test('classes, interfaces, functions and brands stay', () => {
  interface Row {
    kind: 'row';
  }
  type OrderId = string & { readonly brand: 'order' };
  type Cents = number & { readonly brand: 'cents' };
  type Handler = (a: 'x') => 'y';
  expectTypeOf<Widened<Date>>().toEqualTypeOf<Date>();
  expectTypeOf<Widened<Map<'a', 1>>>().toEqualTypeOf<Map<'a', 1>>();
  expectTypeOf<Widened<Row>>().toEqualTypeOf<Row>();
  expectTypeOf<Widened<Handler>>().toEqualTypeOf<Handler>();
  expectTypeOf<Widened<{ id: OrderId; price: Cents }>>().toEqualTypeOf<{
    id: OrderId;
    price: Cents;
  }>();
});
