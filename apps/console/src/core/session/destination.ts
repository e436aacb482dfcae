const storageKey = 'carapace.destination'

/** A page of the workspace, below the base path. */
const workspace = /^\/org(?:[/?#]|$)/

/**
 * Keeps the page that someone opened without a session, until they sign in. In the tab's storage, because a sign-in at
 * Google replaces the page. Addresses outside the workspace are ignored (rule SESSION-5).
 */
export function keepDestination(path: string): void {
  if (workspace.test(path)) sessionStorage.setItem(storageKey, path)
}

/** Whether someone opened a page that needs a sign-in. */
export function hasDestination(): boolean {
  return kept() !== undefined
}

/** Returns the page that was opened, once. */
export function takeDestination(): string | undefined {
  const path = kept()
  forgetDestination()
  return path
}

export function forgetDestination(): void {
  globalThis.sessionStorage?.removeItem(storageKey)
}

function kept(): string | undefined {
  const path = globalThis.sessionStorage?.getItem(storageKey) ?? ''
  return workspace.test(path) ? path : undefined
}
