import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

interface Shown {
  /** What the page calls itself; undefined: it leaves that to the site map. */
  readonly page: string | undefined
  /** What the site map calls it. */
  readonly screen: string | undefined
  readonly open: string | undefined
}

const shown = createStore<Shown>(() => ({ page: undefined, screen: undefined, open: undefined }))

shown.subscribe((state) => (document.title = [titleOf(state), 'Carapace'].filter(Boolean).join(' - ')))

function titleOf({ page, screen }: Shown): string {
  return page ?? screen ?? ''
}

/** Names the browser tab after the page while it is shown; a detail page's name also ends the breadcrumb. */
export function usePageTitle(page: string): void {
  useEffect(() => showTitle(page), [page])
}

/** The same outside of a component; the answer takes the name away again, unless another page has one by then. */
export function showTitle(page: string): () => void {
  shown.setState({ page })
  return () => shown.setState((now) => (now.page === page ? { page: undefined } : {}))
}

/** Sets what the site map calls the page that is shown: its title where it gives itself none. */
export function showScreenTitle(screen: string | undefined): void {
  shown.setState({ screen })
}

/** What the page that is shown is called. */
export function useShownTitle(): string {
  return useStore(shown, titleOf)
}

/** Shows which one lies open on the page while it does, by its number: "TS-031" ends the breadcrumb. */
export function useOpenCode(code: string | undefined): void {
  useEffect(() => {
    if (code === undefined) return
    shown.setState({ open: code })
    return () => shown.setState({ open: undefined })
  }, [code])
}

/** The number of what lies open on the page that is shown. */
export function useShownCode(): string | undefined {
  return useStore(shown, ({ open }) => open)
}
