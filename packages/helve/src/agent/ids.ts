/** A fresh id: 96 random bits behind a prefix that says what it names. */
export function freshId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return `${prefix}_${text}`;
}
