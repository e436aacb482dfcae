const most = 120

/**
 * The lines of a text that are wider than 120 columns: their numbers, from 1, and their widths. A line that only an
 * address makes too wide is none of them, since addresses cannot be broken.
 */
export function wideLines(text) {
  return text
    .split('\n')
    .map((line, index) => ({ line: index + 1, width: [...line].length, content: line }))
    .filter(({ width, content }) => width > most && content.replaceAll(/https?:\/\/[^\s'"`)]+/g, '').length > most)
    .map(({ line, width }) => ({ line, width }))
}

/** Prettier leaves long texts and comments as they are; this rule refuses them as well. */
export const lineWidth = {
  meta: {
    type: 'layout',
    messages: { wide: 'This line has {{width}} columns, 120 are allowed: split the text or reword it.' },
  },
  create(context) {
    return {
      Program() {
        for (const { line, width } of wideLines(context.sourceCode.text)) {
          const loc = { start: { line, column: 0 }, end: { line, column: width } }
          context.report({ loc, messageId: 'wide', data: { width: String(width) } })
        }
      },
    }
  },
}
