/** The components that need one, by position; read step by step. */
export type NeedersOf = (
  positions: readonly number[],
) => Promise<readonly { readonly from: number; readonly to: number }[]>

interface Limits {
  readonly paths: number
  readonly length: number
  readonly visited: number
}

/**
 * The shortest paths from a subject to a component along dependencies, shortest first (rule SBOM-32). The search goes
 * back from the component, breadth first, and each component is continued from its few shortest ways only, so that a
 * dense graph costs no more than its edges.
 */
export async function pathsTo(
  target: number,
  subject: number,
  needersOf: NeedersOf,
  { paths: most, length, visited }: Limits,
): Promise<{ paths: number[][]; isCut: boolean }> {
  const paths: number[][] = []
  const taken = new Map<number, number>()
  let isCut = false
  let ways: number[][] = [[target]]
  if (target === subject) return { paths: [[target]], isCut }
  for (let step = 0; ways.length > 0 && paths.length < most; step++) {
    if (step >= length || taken.size > visited) return { paths, isCut: true }
    const heads = Map.groupBy(ways, (way) => way[0]!)
    const edges = await needersOf([...heads.keys()])
    const next: number[][] = []
    for (const { from, to } of edges)
      for (const way of heads.get(to) ?? []) {
        if (way.includes(from)) continue
        if (from === subject) {
          if (paths.length < most) paths.push([from, ...way])
          else isCut = true
          continue
        }
        const count = taken.get(from) ?? 0
        if (count >= mostWays || next.length >= mostAtOnce) isCut = true
        else {
          taken.set(from, count + 1)
          next.push([from, ...way])
        }
      }
    ways = next
  }
  return { paths, isCut: isCut || ways.length > 0 }
}

/** From so many of its shortest ways a component is continued. */
const mostWays = 4
/** Ways that are followed at the same time. */
const mostAtOnce = 2_000
