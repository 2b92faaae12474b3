import { parseSync } from 'rolldown/utils';

/** One place where a module names another. */
export interface Import {
  /** What is between the quotes. */
  readonly specifier: string;
  /** Counted from 1. */
  readonly line: number;
  /** Loaded when the expression runs, not with the module. */
  readonly dynamic: boolean;
}

/**
 * Lists what a TypeScript or JavaScript file imports: `import` and `export … from`, types included,
 * `import()` of a plain string, and `import('…').Type` inside types.
 */
export function listImports(file: string, text: string): Import[] {
  const { program, errors } = parseSync(file, text);
  const error = errors[0];
  if (error !== undefined) throw new Error(`${file} does not parse: ${error.message}`);
  const found: Import[] = [];
  visit(program, (node) => {
    const source = sourceOf(node);
    if (source === undefined) return;
    const line = text.slice(0, source.start).split('\n').length;
    found.push({ specifier: source.value, line, dynamic: node['type'] === 'ImportExpression' });
  });
  return found;
}

type Node = Readonly<Record<string, unknown>>;

function sourceOf(node: Node): { value: string; start: number } | undefined {
  switch (node['type']) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return asStringLiteral(node['source']);
    default:
      return undefined;
  }
}

function asStringLiteral(value: unknown): { value: string; start: number } | undefined {
  if (!isNode(value) || value['type'] !== 'Literal') return undefined;
  if (typeof value['value'] !== 'string' || typeof value['start'] !== 'number') return undefined;
  return { value: value['value'], start: value['start'] };
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see);
  } else if (isNode(value)) {
    if (typeof value['type'] === 'string') see(value);
    for (const child of Object.values(value)) visit(child, see);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
