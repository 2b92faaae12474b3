import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../tool/json.ts';
import type { FileSource, ModelMessage } from '../../tool/message.ts';
import type {
  ModelOutputPart,
  ProviderOptions,
  ToolResultOutput,
} from '../../tool/model-output.ts';
import { v2Encoder } from '../v2/v2-encoder.ts';
import { v3Encoder } from '../v3/v3-encoder.ts';
import { v4Encoder } from '../v4/v4-encoder.ts';
import { encodeMessage } from './encode-message.ts';
import type { VersionEncoder } from './version-encoder.ts';

const VERSIONS: [string, VersionEncoder, ReadonlySet<string>][] = [
  ['v2', v2Encoder, new Set(['custom', 'reasoning-file', 'tool-approval-response'])],
  ['v3', v3Encoder, new Set(['custom', 'reasoning-file'])],
  ['v4', v4Encoder, new Set()],
];

const options: fc.Arbitrary<ProviderOptions> = fc.dictionary(
  fc.constantFrom('openai', 'anthropic', '__proto__', 'constructor'),
  fc.dictionary(fc.string({ maxLength: 3 }), fc.boolean(), { maxKeys: 2 }),
  { maxKeys: 2 },
);
const text = fc.oneof(fc.constant(''), fc.string());
const base64 = fc.base64String();
const address = fc.oneof(
  fc.webUrl(),
  fc.string(),
  base64.map((data) => `data:image/png;base64,${data}`),
);
const mediaType = fc.constantFrom('image/png', 'image/*', 'image', 'text', '', 'application/pdf');
const fileId = fc.oneof(
  fc.string(),
  fc.dictionary(fc.constantFrom('openai', 'google'), fc.string()),
);
// fast-check's own type for JSON lets a member be undefined, which its values never have
const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>;

/** A part or an output with every combination of its optional fields. */
function shape<Fields extends Record<string, unknown>>(
  required: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
  optional: Record<string, fc.Arbitrary<unknown>> = {},
): fc.Arbitrary<Fields> {
  const model = { ...required, ...optional, providerOptions: options };
  // the record's model is put together from both halves, which its type cannot follow
  return fc.record(model, {
    requiredKeys: Object.keys(required),
  }) as unknown as fc.Arbitrary<Fields>;
}

const kind = <const Type extends string>(type: Type): fc.Arbitrary<Type> => fc.constant(type);

const outputPart: fc.Arbitrary<ModelOutputPart> = fc.oneof(
  shape({ type: kind('text'), text }),
  shape({ type: fc.constantFrom('image-url', 'file-url'), url: address }, { mediaType }),
  shape({ type: kind('image-data'), data: base64 }, { mediaType }),
  shape({ type: kind('file-data'), data: base64 }, { mediaType, filename: fc.string() }),
  shape({ type: fc.constantFrom('file-id', 'image-file-id'), fileId }),
  shape({ type: kind('custom') }),
);
const output: fc.Arbitrary<ToolResultOutput> = fc.oneof(
  shape({ type: kind('text'), value: text }),
  shape({ type: kind('json'), value: json }),
  shape({ type: kind('content'), value: fc.array(outputPart, { maxLength: 4 }) }),
  fc.record({ type: kind('error-text'), value: text }),
  fc.record({ type: kind('error-json'), value: json }),
  fc.record({ type: kind('denied'), reason: text }),
);
const inlineSource = fc.record({ type: kind('data'), data: base64 });
const source: fc.Arbitrary<FileSource> = fc.oneof(
  inlineSource,
  fc.record({ type: kind('url'), url: address }),
  fc.record({
    type: kind('reference'),
    reference: fc.dictionary(fc.constant('openai'), fc.string()),
  }),
  fc.record({ type: kind('text'), text }),
);
const textPart = shape({ type: kind('text'), text });
const filePart = shape({ type: kind('file'), source, mediaType }, { filename: fc.string() });
const toolResult = shape(
  { type: kind('tool-result'), toolCallId: fc.string(), toolName: fc.string(), output },
  { providerToolCallId: fc.string() },
);
const assistantPart = fc.oneof(
  textPart,
  filePart,
  toolResult,
  shape({ type: kind('reasoning'), text }),
  shape({ type: kind('reasoning-file'), source: inlineSource, mediaType }),
  shape({ type: kind('custom'), kind: fc.constant('openai.compaction') }),
  shape(
    { type: kind('tool-call'), toolCallId: fc.string(), toolName: fc.string(), input: json },
    { providerToolCallId: fc.string(), providerExecuted: fc.boolean() },
  ),
);
const toolPart = fc.oneof(
  toolResult,
  shape(
    { type: kind('tool-approval-response'), approvalId: fc.string(), approved: fc.boolean() },
    { reason: fc.string() },
  ),
);
const parts = <Part>(part: fc.Arbitrary<Part>): fc.Arbitrary<Part[]> =>
  fc.array(part, { maxLength: 5 });
const message: fc.Arbitrary<ModelMessage> = fc.oneof(
  shape({ role: kind('system'), content: text }),
  shape({ role: kind('user'), content: fc.oneof(text, parts(fc.oneof(textPart, filePart))) }),
  shape({ role: kind('assistant'), content: fc.oneof(text, parts(assistantPart)) }),
  shape({ role: kind('tool'), content: parts(toolPart) }),
);

/** Every object that stands as provider options anywhere in a value. */
function optionsIn(value: unknown, found: Set<unknown> = new Set()): Set<unknown> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, member] of Object.entries(value)) {
    if (name === 'providerOptions') found.add(member);
    else optionsIn(member, found);
  }
  return found;
}

describe.each(VERSIONS)('for a model of spec version %s', (_name, version, unknownTypes) => {
  const encode = (given: ModelMessage) =>
    encodeMessage(given, version, { providerKey: 'openai', warn: () => {} });

  test('any message keeps the very provider options of all that the version can carry', () => {
    fc.assert(
      fc.property(message, (given) => {
        const carried =
          typeof given.content === 'string'
            ? given
            : { ...given, content: given.content.filter(({ type }) => !unknownTypes.has(type)) };
        const encoded = encode(given);
        // a message is left out only where it says nothing
        const expected = encoded === undefined ? { content: carried.content } : carried;
        for (const found of optionsIn(expected)) expect(optionsIn(encoded)).toContain(found);
      }),
    );
  });

  test('any call has an object for arguments, and the id its provider knows', () => {
    fc.assert(
      fc.property(shape({ role: kind('assistant'), content: parts(assistantPart) }), (given) => {
        const calls = given.content.filter((part) => part.type === 'tool-call');
        const content = encode(given)?.content ?? [];
        if (typeof content === 'string') throw new Error('an assistant message has parts');
        const encoded = content.filter((part) => part.type === 'tool-call');
        expect(encoded).toHaveLength(calls.length);
        for (const [index, call] of calls.entries()) {
          const id = Reflect.get(call, 'providerToolCallId') ?? call.toolCallId;
          expect(encoded[index]).toMatchObject({ toolCallId: id, toolName: call.toolName });
          expect(Object.prototype.toString.call(encoded[index]?.['input'])).toBe('[object Object]');
        }
      }),
    );
  });

  test('no message has an empty text without options, or no content', () => {
    fc.assert(
      fc.property(message, (given) => {
        const content = encode(given)?.content;
        if (content === undefined || typeof content === 'string') return;
        expect(content.length).toBeGreaterThan(0);
        for (const part of content) {
          if (part.type === 'text' && part['text'] === '')
            expect(part).toHaveProperty('providerOptions');
        }
      }),
    );
  });
});
