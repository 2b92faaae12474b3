import { stripVTControlCharacters, styleText } from 'node:util';
import { S_BAR, S_STEP_SUBMIT, unicodeOr } from '@clack/prompts';

type Style = Parameters<typeof styleText>[0];

// Without a terminal, or with NO_COLOR, styleText() leaves the text as it is.
const painter =
  (style: Style) =>
  (text: string): string =>
    styleText(style, text);

/** Colours by what they mean here. */
export const paint = {
  plain: (text: string): string => text,
  quiet: painter('dim'),
  name: painter('bold'),
  tool: painter('magenta'),
  good: painter('green'),
  bad: painter('red'),
  hidden: painter('yellow'),
};

/** What stands in the gutter on the left, in the style of the prompts. */
export const mark = {
  bar: styleText('gray', S_BAR),
  person: styleText('green', S_STEP_SUBMIT),
  agent: styleText('cyan', unicodeOr('●', '*')),
  call: styleText('magenta', unicodeOr('▸', '>')),
  title: styleText('yellow', unicodeOr('■', '#')),
  done: styleText('green', unicodeOr('✓', '+')),
  failed: styleText('red', unicodeOr('✗', 'x')),
};

/** Text from models and tools is not to move the cursor or paint the screen. */
export function harmlessText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return stripVTControlCharacters(text).replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '');
}
