/** Counts what a format can't hold, by what it is: one line for all components, with the first of them. */
export interface Lost {
  readonly add: (what: string, ref?: string) => void
  readonly list: () => readonly string[]
}

/** Returns an empty count; at most 1,000 kinds are counted. */
export function createLost(): Lost {
  const kinds = new Map<string, { count: number; first: string | undefined }>()
  return {
    add(what, ref) {
      const kind = kinds.get(what)
      if (kind) kind.count++
      else if (kinds.size < 1_000) kinds.set(what, { count: 1, first: ref })
    },
    list: () =>
      [...kinds].map(([what, { count, first }]) => {
        if (first === undefined) return what
        return `${what} (${first}${count > 1 ? ` and ${(count - 1).toLocaleString('en')} more` : ''})`
      }),
  }
}
