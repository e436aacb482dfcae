const longest = 4_096

/**
 * Returns a text with the notations undone by which people keep links from being clickable: `hxxp`, `[.]`, `(dot)`,
 * `[at]`, `[:]` (rule OBSERVABLE-2).
 */
export function refang(text: string): string {
  return text
    .slice(0, longest)
    .replace(/^hxxp(s?)/i, 'http$1')
    .replace(/^fxp(s?):/i, 'ftp$1:')
    .replaceAll(/\[\.\]|\(\.\)|\{\.\}|\[dot\]|\(dot\)/gi, '.')
    .replaceAll(/\[@\]|\[at\]|\(at\)/gi, '@')
    .replaceAll(/\[:\]/g, ':')
    .replaceAll(/\[:\/\/\]/g, '://')
    .replaceAll(/\[\/\]/g, '/')
}
