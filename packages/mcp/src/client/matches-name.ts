/** Whether one of the forms fits a name; `*` stands for any characters, everything else for itself. */
export function matchesName(forms: readonly string[], name: string): boolean {
  return forms.some((form) => {
    const parts = form.split('*');
    const [first = '', ...rest] = parts;
    if (rest.length === 0) return name === form;
    if (!name.startsWith(first)) return false;
    const last = rest.pop() ?? '';
    let at = first.length;
    // The earliest place of each part leaves the most for those behind it.
    for (const part of rest) {
      const found = name.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return name.length - at >= last.length && name.endsWith(last);
  });
}
