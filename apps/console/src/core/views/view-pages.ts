const pages = new Set<string>()

/** Adds the paths of a module's lists that views can be saved of. */
export function addViewPages(paths: readonly string[]): void {
  for (const path of paths) pages.add(path)
}

/** The list whose saved views a path shows: its own full path. Undefined: views cannot be saved of it. */
export function viewPageAt(path: string): string | undefined {
  const page = path.replace(/\/+$/, '')
  return pages.has(page) ? page : undefined
}
