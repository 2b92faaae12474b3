const maxLines = 300;

const excuse = /^\/\/ over 300 lines: \S/;

/**
 * A file longer than 300 lines has to say why in one of its first five.
 *
 * @returns the problem, or nothing when there is none
 */
export function judgeLines(path: string, text: string): string | undefined {
  const lines = text.split('\n');
  // a file ends with a newline, which begins no line of its own
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  if (count <= maxLines || lines.slice(0, 5).some((line) => excuse.test(line))) return undefined;
  return (
    `${path} has ${count} lines, ${maxLines} is the limit: split it by idea, ` +
    'or begin it with "// over 300 lines: <reason>"'
  );
}
