/** The programs that this tab is removing now. */
const underWay = new Set<string>()

/**
 * Removes a program and leads away from its page. The shell must not load that page again meanwhile, as it does when a
 * user loses access: each of its requests would fail (rule PROGRAM-UI-5).
 */
export async function removing(programUuid: string, remove: () => Promise<void>): Promise<void> {
  underWay.add(programUuid)
  try {
    await remove()
  } finally {
    underWay.delete(programUuid)
  }
}

export const isBeingRemoved = (programUuid: string): boolean => underWay.has(programUuid)
