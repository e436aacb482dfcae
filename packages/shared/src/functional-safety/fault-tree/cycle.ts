/**
 * A name that is below itself, or undefined. Names that `partsOf` gives and `names` has not are leaves. It does not
 * recurse: a chain may be as long as the tree is large.
 */
export function cycleIn(names: Iterable<string>, partsOf: (name: string) => readonly string[]): string | undefined {
  const done = new Set<string>()
  for (const start of names) {
    const open = new Set<string>()
    const path: { name: string; parts: readonly string[]; at: number }[] = []
    const enter = (name: string) => {
      open.add(name)
      path.push({ name, parts: partsOf(name), at: 0 })
    }
    if (!done.has(start)) enter(start)
    while (path.length > 0) {
      const last = path.at(-1)!
      const part = last.parts[last.at++]
      if (part === undefined) {
        path.pop()
        open.delete(last.name)
        done.add(last.name)
      } else if (open.has(part)) return part
      else if (!done.has(part)) enter(part)
    }
  }
  return undefined
}
