import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

const shown = createStore<{ readonly title: string; readonly open: string | undefined }>(() => ({
  title: '',
  open: undefined,
}))

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

/**
 * Says which one lies open on the page while it does, by its number: "TS-031" ends the breadcrumb. Undefined says
 * nothing.
 */
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
