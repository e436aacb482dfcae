/** The agreement that was opened last in this browser tab, for menus that do not name one (rule AGREEMENT-UI-1). */
let lastOpened: string | undefined

export function rememberOpened(uuid: string): void {
  lastOpened = uuid
}

/** The agreement to open among those of a program, or of all: the one opened last, else the only one. */
export function toOpen(agreements: readonly { readonly uuid: string }[], last = lastOpened): string | undefined {
  const known = agreements.find(({ uuid }) => uuid === last)
  return (known ?? (agreements.length === 1 ? agreements[0] : undefined))?.uuid
}
