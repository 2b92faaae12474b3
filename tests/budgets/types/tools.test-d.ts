import type { AnyTool, ToolInput, ToolOutput } from 'helve';
import type { ToolResultEntry } from 'helve/agent';
import { expectTypeOf, test } from 'vitest';
import type { answer, callDirectly } from './agent.ts';
import type { SchemaTypes } from './schemas.ts';
import type { tools } from './tools.ts';

// What the budgets of compiler work are worth nothing without: the types are the right ones.

type Tools = typeof tools;
type Inputs = { readonly [Name in keyof Tools]: ToolInput<Tools[Name]> };
type Outputs = { readonly [Name in keyof Tools]: ToolOutput<Tools[Name]> };

/** The names of those that are `any`, of which everything else is then assignable to anything. */
type AnyNames<Values> = {
  [Name in keyof Values]: 0 extends 1 & Values[Name] ? Name : never;
}[keyof Values];

test('no input and no output of the fifty tools is any', () => {
  expectTypeOf<AnyNames<Inputs>>().toBeNever();
  expectTypeOf<AnyNames<Outputs>>().toBeNever();
  expectTypeOf<AnyNames<SchemaTypes>>().toBeNever();
  expectTypeOf<Tools[keyof Tools]>().toExtend<AnyTool>();
});

test('callers pass what a schema takes', () => {
  expectTypeOf<Inputs['findPeople']>().toEqualTypeOf<{
    name?: string | undefined;
    email?: string | undefined;
    roles?: ('admin' | 'editor' | 'viewer')[] | undefined;
  }>();
  expectTypeOf<Inputs['scaleService']>().toEqualTypeOf<{ service: string; to: number }>();
  expectTypeOf<Inputs['addDiscount']>().toEqualTypeOf<
    | { kind: 'percent'; percent: number }
    | { kind: 'fixed'; amount: number; currency: string }
    | { kind: 'gift'; sku: string }
  >();
  expectTypeOf<Inputs['patchFile']['edits'][number]>().toEqualTypeOf<{
    readonly from: string;
    readonly to: string;
  }>();
  expectTypeOf<Inputs['shareFile']['until']>().toEqualTypeOf<string | undefined>();
});

test('callers get what a schema gives', () => {
  expectTypeOf<Outputs['readMachine']['since']>().toEqualTypeOf<Date>();
  expectTypeOf<Outputs['readTrip']['travellers'][number]['born']>().toEqualTypeOf<Date>();
  expectTypeOf<Outputs['refundOrder']>().toEqualTypeOf<{
    refundId: string;
    amount: number;
    at: Date;
  }>();
  expectTypeOf<Outputs['listFolder']['entries'][number]['kind']>().toEqualTypeOf<
    'file' | 'folder' | 'link'
  >();
});

test('without an output schema callers get what execute returns', () => {
  expectTypeOf<Outputs['placeOrder']>().toEqualTypeOf<{
    id: string;
    pieces: number;
    abroad: boolean;
  }>();
  expectTypeOf<Outputs['noteOrder']>().toEqualTypeOf<undefined>();
  expectTypeOf<Outputs['moveFile']>().toEqualTypeOf<string>();
  expectTypeOf<Outputs['planBackup']>().toEqualTypeOf<Map<string, number>>();
  // what never comes back does not count
  expectTypeOf<Outputs['emptyTrash']>().toEqualTypeOf<{ emptied: boolean; days: number }>();
});

test('an agent gives an object of the schema that was asked for', () => {
  type Answer = Awaited<ReturnType<typeof answer>>;
  type Found = { answer: string; sources: { tool: string; at: number }[] } | undefined;
  expectTypeOf<Answer['object']>().toEqualTypeOf<Found>();
  expectTypeOf<Answer['streamed']>().toEqualTypeOf<Found>();
  expectTypeOf<Answer['results']>().toEqualTypeOf<readonly ToolResultEntry[]>();
});

test('a direct call gives an output, or a validation error', () => {
  type Direct = Awaited<ReturnType<typeof callDirectly>>;
  expectTypeOf<Direct['order']['placedAt']>().toEqualTypeOf<Date>();
  expectTypeOf<Extract<Direct['refund'], { error: true }>>().not.toBeNever();
  expectTypeOf<Direct['machine']['state']>().toEqualTypeOf<'up' | 'down' | 'draining'>();
});
