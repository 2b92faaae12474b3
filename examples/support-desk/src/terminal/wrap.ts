/** However narrow it gets, a line has room for this many letters. */
const NARROWEST = 8;

/** Breaks text into lines of at most `width` letters, between words where it can. */
export function wrap(text: string, width: number): readonly string[] {
  const room = Math.max(width, NARROWEST);
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(/\s+/).flatMap((long) => cut(long, room))) {
      if (line === '') line = word;
      else if (line.length + 1 + word.length <= room) line += ` ${word}`;
      else {
        lines.push(line);
        line = word;
      }
    }
    return [...lines, line];
  });
}

/** Cuts a word that fits no line. */
export function cut(word: string, width: number): readonly string[] {
  const room = Math.max(width, NARROWEST);
  return word.length <= room ? [word] : (word.match(new RegExp(`.{1,${room}}`, 'gu')) ?? [word]);
}
