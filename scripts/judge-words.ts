interface Forbidden {
  readonly what: string;
  readonly pattern: RegExp;
}

// Each pattern is written so that it does not match its own source.
const forbidden: readonly Forbidden[] = [
  {
    what: "a package registry's host name: any registry will do, so none is named",
    pattern:
      /\b(?:registry|npm|deb|security)\.[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:cn|com|dev|io|net|org)\b/i,
  },
  {
    what: "a package registry's name: any registry will do, so none is named",
    pattern: /\b(?:npm[j]s|npm[m]irror|verdacci[o]|pyp[i]\.org)\b/i,
  },
  {
    what: "a path of somebody's machine: write it relative to the project",
    pattern: /(?<![\w.@~*)}\]-]|:\/)\/(?:work|root|tmp\/bash_jobs)(?:\/|\b(?![-.]))/,
  },
];

/**
 * Looks for what no file of the project may contain. The integrity hashes of a lock file are left
 * out: they are random letters and may spell anything.
 *
 * @returns one line for each find, with its place
 */
export function judgeWords(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const words = line.replace(/"integrity": "[^"]*"/, '');
    return forbidden
      .filter(({ pattern }) => pattern.test(words))
      .map(
        ({ what, pattern }) => `${path}:${index + 1} has ${what} (${words.match(pattern)?.[0]})`,
      );
  });
}
