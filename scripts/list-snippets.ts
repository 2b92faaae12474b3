/** A fenced TypeScript snippet of a Markdown file. */
export interface Snippet {
  readonly code: string;
  /** The line its code begins on, counted from 1. */
  readonly line: number;
  readonly language: 'ts' | 'tsx';
}

/** What {@link listSnippets} found. */
export interface SnippetList {
  readonly snippets: readonly Snippet[];
  readonly problems: readonly string[];
}

const fence = /^(?<indent>\s*)(?<marks>`{3,}|~{3,})\s*(?<info>.*)$/;
const languages = new Map<string, Snippet['language']>([
  ['ts', 'ts'],
  ['typescript', 'ts'],
  ['tsx', 'tsx'],
]);

/**
 * Finds the snippets fenced as `ts`, `typescript` or `tsx`. A snippet that asks not to be checked,
 * in its fence or with a `@ts-nocheck` or `@ts-ignore` comment, is a problem: readers copy snippets.
 */
export function listSnippets(path: string, markdown: string): SnippetList {
  const snippets: Snippet[] = [];
  const problems: string[] = [];
  let open:
    | { marks: string; indent: string; info: string; line: number; code: string[] }
    | undefined;
  for (const [index, text] of markdown.split('\n').entries()) {
    const groups = fence.exec(text)?.groups;
    const { indent = '', marks = '', info = '' } = groups ?? {};
    if (open === undefined) {
      if (groups !== undefined) open = { marks, indent, info, line: index + 2, code: [] };
    } else if (marks.startsWith(open.marks) && info === '') {
      const [word = '', ...rest] = open.info.split(/[\s{]+/);
      const language = languages.get(word.toLowerCase());
      const code = open.code.join('\n');
      if (language !== undefined) {
        snippets.push({ code, line: open.line, language });
        if (/no-?check/i.test(rest.join(' ')) || /@ts-(?:nocheck|ignore)/.test(code)) {
          problems.push(`${path}:${open.line - 1} has a snippet that asks not to be checked`);
        }
      }
      open = undefined;
    } else {
      open.code.push(
        text.startsWith(open.indent) ? text.slice(open.indent.length) : text.trimStart(),
      );
    }
  }
  if (open !== undefined)
    problems.push(`${path}:${open.line - 1} opens a fence and never closes it`);
  return { snippets, problems };
}
