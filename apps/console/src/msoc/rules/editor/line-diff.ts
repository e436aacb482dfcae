/** One line of a comparison of two texts. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
  /** The line's number in the older and in the newer text, from 1; undefined where it has none. */
  readonly before: number | undefined
  readonly after: number | undefined
}

/** Above this product of changed lines the middle is shown as removed and added, not compared. */
const mostCells = 4_000_000

/** Compares two texts line by line; removed lines come before the added ones that replace them (rule RULE-UI-24). */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = before.split('\n')
  const now = after.split('\n')
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  return [
    ...old.slice(0, start).map((text, index) => sameLine(text, index, index)),
    ...middleOf(old.slice(start, old.length - end), now.slice(start, now.length - end), start),
    ...old
      .slice(old.length - end)
      .map((text, index) => sameLine(text, old.length - end + index, now.length - end + index)),
  ]
}

function sameLine(text: string, before: number, after: number): DiffLine {
  return { kind: 'same', text, before: before + 1, after: after + 1 }
}

function middleOf(old: readonly string[], now: readonly string[], offset: number): DiffLine[] {
  const removed = (index: number): DiffLine => ({
    kind: 'removed',
    text: old[index]!,
    before: offset + index + 1,
    after: undefined,
  })
  const added = (index: number): DiffLine => ({
    kind: 'added',
    text: now[index]!,
    before: undefined,
    after: offset + index + 1,
  })
  if (old.length * now.length > mostCells) {
    return [...old.map((_, index) => removed(index)), ...now.map((_, index) => added(index))]
  }
  const lengths = commonLengths(old, now)
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push(sameLine(old[i]!, offset + i, offset + j))
      i++
      j++
    } else if (j >= now.length || (i < old.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!))
      lines.push(removed(i++))
    else lines.push(added(j++))
  }
  return lines
}

/** The length of the longest common subsequence of the rests from each pair of lines. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint32Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i]![j] =
        old[i] === now[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  return lengths
}
