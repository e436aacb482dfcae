const pages = new Set<string>()

/** Adds the paths of a module's lists that have saved views. */
export function addViewPages(paths: readonly string[]): void {
  for (const path of paths) pages.add(path)
}

/** The list whose saved views a path shows: its own full path. Undefined: it has no saved views. */
export function viewPageAt(path: string): string | undefined {
  const page = path.replace(/\/+$/, '')
  return pages.has(page) ? page : undefined
}
