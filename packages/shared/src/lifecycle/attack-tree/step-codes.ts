import type { Tree } from './tree.ts'

/** The code of a part below a place: A, B … AA on the first level, then 1, 2 …, then a, b …, then numbers again. */
export function partCode(code: string, index: number, depth: number): string {
  if (depth % 2 === 1) return `${code}${index + 1}`
  const letters = inLetters(index)
  return `${code}${depth === 0 ? letters : letters.toLowerCase()}`
}

function inLetters(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? last : inLetters(Math.floor(index / 26) - 1) + last
}

/**
 * The code of each step, by its id: that of its first place, read depth-first; of the root `rootCode`. Ids are
 * internal: the editor generates them.
 */
export function stepCodes({ root, steps }: Tree, rootCode: string): ReadonlyMap<string, string> {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const codes = new Map<string, string>()
  const ahead = [{ id: root, code: '', depth: 0 }]
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const { id, code, depth } = next
    if (codes.has(id)) continue
    codes.set(id, depth === 0 ? rootCode : code)
    const parts = byId.get(id)?.parts ?? []
    ahead.push(
      ...parts.map((part, index) => ({ id: part, code: partCode(code, index, depth), depth: depth + 1 })).toReversed(),
    )
  }
  return codes
}
