import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

const shown = createStore<{ readonly title: string }>(() => ({ title: '' }))

/** Names the browser tab after the page while it is shown; a detail page's name also ends the breadcrumb. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} - Carapace`
    shown.setState({ title: page })
  }, [page])
}

/** What the page that is shown calls itself. */
export function useShownTitle(): string {
  return useStore(shown, ({ title }) => title)
}
