import type { Script } from './script.ts';
import { plainAct, plainCall, plainScript, plainTool } from './script.ts';

/** Writes a test that plays one script and holds it against one law. */
export function printTest(law: string, script: Script): string {
  return [
    `import { expect, test } from 'vitest';`,
    `import { carryOut } from './kit/carry-out.ts';`,
    `import { ${camelCase(law)} } from './${law}.ts';`,
    '',
    `test('a script that broke the law', async () => {`,
    `  const trial = await carryOut(${literal(shortOf(script), '  ')});`,
    `  expect(await ${camelCase(law)}(trial)).toEqual([]);`,
    '});',
    '',
  ].join('\n');
}

/** A script without what is plain in it. */
function shortOf(script: Script): object {
  const { tools, responses, acts, ...rest } = script;
  const declared = tools.map((tool) => without(tool, plainTool));
  while (declared.length > 0 && Object.keys(declared.at(-1) ?? {}).length === 0) declared.pop();
  const short = {
    tools: declared,
    responses: responses.map(({ items, ending }) => ({
      items: items.map((item) => (item.kind === 'call' ? without(item, plainCall) : item)),
      ...(ending === 'tool-calls' ? {} : { ending }),
    })),
    acts: acts.map((act) => without(act, plainAct)),
    ...without(rest, plainScript),
  };
  return Object.fromEntries(
    Object.entries(short).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  );
}

function without(value: object, plain: object): object {
  const defaults = new Map(Object.entries(plain));
  return Object.fromEntries(
    Object.entries(value).filter(
      ([key, field]) => JSON.stringify(field) !== JSON.stringify(defaults.get(key)),
    ),
  );
}

function camelCase(name: string): string {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** A value as TypeScript: on one line where there is room. */
function literal(value: unknown, indent: string): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => literal(item, deeper))
    : Object.entries(value).map(([key, field]) => `${key}: ${literal(field, deeper)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return `${open}${close}`;
  const space = isList ? '' : ' ';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (line.length + indent.length <= 90 && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close}`;
}
