/** Tables of up to this many rows are not divided between pages. */
export const mostWholeRows = 8

/** The width of a text in points. */
export type Measure = (text: string) => number

/**
 * A text in lines of up to `width` points, broken between words if possible, and within a word that is wider than a
 * line. An empty text is one empty line.
 */
export function linesOf(text: string, width: number, measure: Measure): string[] {
  return text.split('\n').flatMap((paragraph) => paragraphLines(paragraph, width, measure))
}

function paragraphLines(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  const space = measure(' ')
  let line = ''
  let used = 0
  for (const word of paragraph.split(' ')) {
    const wide = measure(word)
    if (line !== '' && used + space + wide <= width) {
      line += ` ${word}`
      used += space + wide
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = wide <= width ? [word] : wordPieces(word, width, measure)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1)!
    used = pieces.length === 1 ? wide : measure(line)
  }
  return [...lines, line]
}

/** A word in pieces that each fit; broken after a hyphen, slash, comma or underscore if possible. */
function wordPieces(word: string, width: number, measure: Measure): string[] {
  const pieces: string[] = []
  let piece = ''
  let used = 0
  for (const letter of word) {
    const wide = measure(letter)
    if (piece !== '' && used + wide > width) {
      const end = /.*[-/,_](?=.)/s.exec(piece)?.[0].length ?? piece.length
      pieces.push(piece.slice(0, end))
      piece = piece.slice(end)
      used = measure(piece)
    }
    piece += letter
    used += wide
  }
  return [...pieces, piece]
}

/** The first `most` lines of a text; the last of them ends with an ellipsis if lines are left out. */
export function shortened(lines: readonly string[], most: number): readonly string[] {
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), `${lines[most - 1]!.replace(/.{1,2}$/, '')}…`]
}

/**
 * Widths in points for columns with shares of a whole, none narrower than its minimum. What a column needs beyond its
 * share is taken from the others in proportion to their spare width. If the whole is not enough, it is divided in
 * proportion to the minima.
 */
export function columnWidths(shares: readonly number[], minima: readonly number[], whole: number): number[] {
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
  const requested = shares.map((share) => (whole * share) / sum(shares))
  const least = sum(minima)
  if (least >= whole) return minima.map((minimum) => (whole * minimum) / least)
  const missing = sum(requested.map((width, i) => Math.max(0, minima[i]! - width)))
  const spare = sum(requested.map((width, i) => Math.max(0, width - minima[i]!)))
  return requested.map((width, i) =>
    width <= minima[i]! ? minima[i]! : width - (missing * (width - minima[i]!)) / spare,
  )
}
