import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

interface Shown {
  /** The page's own title; undefined: it uses the title of the site map. */
  readonly page: string | undefined
  /** The title in the site map. */
  readonly screen: string | undefined
  readonly open: string | undefined
}

const shown = createStore<Shown>(() => ({ page: undefined, screen: undefined, open: undefined }))

shown.subscribe((state) => (document.title = [titleOf(state), 'Carapace'].filter(Boolean).join(' - ')))

function titleOf({ page, screen }: Shown): string {
  return page ?? screen ?? ''
}

/** Sets the title of the browser tab while the page is shown; a detail page's title also ends the breadcrumb. */
export function usePageTitle(page: string): void {
  useEffect(() => showTitle(page), [page])
}

/** The same outside of a component; the returned function removes the title, unless another page has set its own. */
export function showTitle(page: string): () => void {
  shown.setState({ page })
  return () => shown.setState((now) => (now.page === page ? { page: undefined } : {}))
}

/** Sets the current page's title in the site map: its title if it has none of its own. */
export function showScreenTitle(screen: string | undefined): void {
  shown.setState({ screen })
}

/** The title of the current page. */
export function useShownTitle(): string {
  return useStore(shown, titleOf)
}

/** Shows the number of the object that is open on the page: "TS-031" ends the breadcrumb. */
export function useOpenCode(code: string | undefined): void {
  useEffect(() => {
    if (code === undefined) return
    shown.setState({ open: code })
    return () => shown.setState({ open: undefined })
  }, [code])
}

/** The number of the object that is open on the current page. */
export function useShownCode(): string | undefined {
  return useStore(shown, ({ open }) => open)
}
