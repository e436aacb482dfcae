/** The six boxes of a code: the digit in each, and which box has the focus. */
export interface Boxes {
  readonly digits: readonly string[]
  readonly at: number
}

export type BoxesMove =
  /** A box's text became this: one more digit, or several at once from an autofill. */
  | { readonly kind: 'typed'; readonly at: number; readonly text: string }
  | { readonly kind: 'pasted'; readonly at: number; readonly text: string }
  | { readonly kind: 'key'; readonly at: number; readonly key: string }
  | { readonly kind: 'focused'; readonly at: number }
  | { readonly kind: 'cleared' }

const count = 6
export const emptyBoxes: Boxes = { digits: Array.from({ length: count }, () => ''), at: 0 }

/**
 * The boxes after a move. A digit advances the focus, a paste fills the boxes, Backspace clears and goes back, arrows
 * move the focus (rules CODE-BOX-1 to CODE-BOX-4).
 */
export function moved(boxes: Boxes, move: BoxesMove): Boxes {
  switch (move.kind) {
    case 'typed':
      return filled(boxes, move.at, added(boxes.digits[move.at] ?? '', move.text))
    case 'pasted':
      return filled(boxes, move.at, digitsOf(move.text))
    case 'key':
      return pressed(boxes, move)
    case 'focused':
      return move.at === boxes.at ? boxes : { ...boxes, at: move.at }
    case 'cleared':
      return emptyBoxes
  }
}

/** The code, once it is complete (rule FORM-6). */
export function codeIn({ digits }: Boxes): string | undefined {
  const code = digits.join('')
  return code.length === count ? code : undefined
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

/** The text typed into a box that may hold a digit already: the new digit replaces it. */
function added(held: string, text: string): string {
  const digits = digitsOf(text)
  return held !== '' && digits.length === 2 ? digits.replace(held, '') : digits
}

/** A whole code starts at the first box, wherever it is pasted. */
function filled(boxes: Boxes, at: number, text: string): Boxes {
  if (text === '') return boxes
  const from = text.length >= count ? 0 : at
  const digits = boxes.digits.map((digit, box) => text[box - from] ?? digit)
  return { digits, at: Math.min(from + text.length, count - 1) }
}

function pressed(boxes: Boxes, { at, key }: { readonly at: number; readonly key: string }): Boxes {
  const to = (box: number) => ({ ...boxes, at: Math.min(Math.max(box, 0), count - 1) })
  switch (key) {
    case 'ArrowLeft':
      return to(at - 1)
    case 'ArrowRight':
      return to(at + 1)
    case 'Home':
      return to(0)
    case 'End':
      return to(count - 1)
    case 'Delete':
      return { digits: boxes.digits.with(at, ''), at }
    case 'Backspace':
      return erased(boxes, at)
    default:
      return boxes
  }
}

/** In an empty box, deletes the digit of the box before. */
function erased({ digits }: Boxes, at: number): Boxes {
  const before = Math.max(at - 1, 0)
  return { digits: digits.with(digits[at] === '' ? before : at, ''), at: before }
}
