import fc from 'fast-check';
import type {
  AbortScript,
  Act,
  Behaviour,
  CallScript,
  Data,
  Item,
  ResponseScript,
  Script,
  ToolScript,
} from './script.ts';
import { plainAct, plainCall, plainTool } from './script.ts';

/** Which values a law wants to see, and how often: a value that is named twice comes twice as often. */
export interface Bias {
  readonly tool?: { readonly [Key in keyof ToolScript]?: readonly ToolScript[Key][] };
  readonly does?: readonly Behaviour[];
  readonly input?: readonly CallScript['input'][];
  readonly calls?: readonly CallScript['tool'][];
  readonly endings?: readonly ResponseScript['ending'][];
  readonly acts?: readonly Act['do'][];
  readonly abort?: readonly AbortScript['at'][];
  readonly ways?: readonly Script['way'][];
  readonly autoResume?: readonly boolean[];
  readonly soon?: readonly boolean[];
  /** Whether processes die. */
  readonly crashes?: boolean;
}

const DATA: readonly Data[] = ['object', 'false', '0', '""', 'null'];

function tools({ tool = {} }: Bias): fc.Arbitrary<ToolScript> {
  return fc.record<ToolScript>({
    gate: from('open', tool.gate, ['open', 'asks', 'rule says no', 'rule throws', 'rule hangs']),
    guard: from('none', tool.guard, [
      'none',
      'none',
      'none',
      'none',
      'lets pass',
      'refuses',
      'answers',
      'throws',
      'hangs',
      'is odd',
    ]),
    reads: from(false, tool.reads, [false, false, true]),
    output: from('any', tool.output, ['any', 'checked']),
    encode: from('none', tool.encode, [
      'none',
      'none',
      'none',
      'text',
      'undefined',
      'unknown',
      'throws',
      'hangs',
    ]),
    shows: from('everything', tool.shows, [
      'everything',
      'everything',
      'projections',
      'nothing',
      'undefined',
      'throws',
    ]),
    hooks: from('none', tool.hooks, ['none', 'quiet', 'throw', 'hang']),
  });
}

function items(bias: Bias): fc.Arbitrary<Item> {
  const call = fc.record<CallScript>({
    kind: fc.constant('call'),
    tool: from(plainCall.tool, bias.calls, [
      'alpha',
      'alpha',
      'beta',
      'beta',
      'gamma',
      'inactive',
      'unknown',
      'helve_answer',
    ]),
    input: from(plainCall.input, bias.input, [
      'valid',
      'valid',
      'valid',
      'valid',
      'forged',
      'as text',
      'invalid',
      'malformed',
      'none',
    ]),
    form: from(plainCall.form, undefined, ['at once', 'streamed', 'without an end', 'renamed']),
    id: from(plainCall.id, undefined, ['new', 'new', 'new', 'empty', 'used']),
    does: from(plainCall.does, bias.does, [
      'returns',
      'returns',
      'returns nothing',
      'returns wrong',
      'returns late',
      'reports',
      'throws',
      'throws oddly',
      'hangs',
      'suspends',
      'suspends twice',
      'suspends unawaited',
      'suspends caught',
      'suspends badly',
    ]),
    payload: from(plainCall.payload, undefined, DATA),
  });
  const abandoned = fc.record({
    kind: fc.constant('abandoned' as const),
    tool: fc.constantFrom<'alpha' | 'beta'>('alpha', 'beta'),
  });
  return fc.oneof(
    { weight: 8, arbitrary: call },
    { weight: 1, arbitrary: abandoned },
    { weight: 1, arbitrary: fc.constant({ kind: 'text' as const }) },
  );
}

function responses(bias: Bias): fc.Arbitrary<ResponseScript> {
  return fc.record<ResponseScript>({
    items: fc.array(items(bias), { maxLength: 4 }),
    ending: from('tool-calls', bias.endings, [
      'tool-calls',
      'tool-calls',
      'tool-calls',
      'tool-calls',
      'tool-calls',
      'tool-calls',
      'stop',
      'length',
      'content-filter',
      'error',
      'breaks off',
    ]),
  });
}

function acts(bias: Bias): fc.Arbitrary<Act> {
  return fc.record<Act>({
    do: from(plainAct.do, bias.acts, [
      'agree',
      'agree',
      'agree',
      'edit',
      'decline',
      'decide both ways',
      'decide again',
      'decide late',
      'decide elsewhere',
      'answer badly',
      'confuse kinds',
      'message',
      'forge',
      'restart',
    ]),
    which: fc.nat({ max: 5 }),
    data: from(plainAct.data, undefined, DATA),
    numbered: from(true, undefined, [true, false]),
    soon: from(plainAct.soon, bias.soon, [false, true]),
  });
}

/** Scripts, shrinking towards the plainest. */
export function anyScript(bias: Bias = {}): fc.Arbitrary<Script> {
  const tool = tools(bias);
  return fc.record<Script>({
    tools: fc.tuple(tool, tool, fc.oneof(fc.constant(plainTool), tool)),
    responses: fc.array(responses(bias), { minLength: 1, maxLength: 3 }),
    acts: fc.array(acts(bias), { maxLength: 5 }),
    abort: fc.record<AbortScript>({
      at: from('never', bias.abort, [
        ...(['never', 'never', 'never', 'never', 'never', 'never', 'never'] as const),
        'start',
        'chunk',
        'chunk',
        'execution',
      ]),
      n: fc.nat({ max: 40 }),
    }),
    crashes: bias.crashes
      ? fc.array(fc.nat({ max: 16 }), { minLength: 1, maxLength: 3 })
      : fc.constant([]),
    way: from('stream', bias.ways, ['stream', 'stream', 'generate']),
    whenMessaged: from('keep', undefined, ['keep', 'supersede', 'refuse']),
    autoResume: from(false, bias.autoResume, [false, false, true]),
  });
}

/** One of some values; the plainest is what shrinking aims at, where the law wants it at all. */
function from<T>(
  plainest: T,
  wanted: readonly T[] | undefined,
  all: readonly T[],
): fc.Arbitrary<T> {
  const values = wanted ?? all;
  const ordered = values.includes(plainest) ? [plainest, ...values] : values;
  return fc.constantFrom(...ordered);
}
