import { useEffect } from 'react'

function pageTitle(page: string): string {
  return `${page} - Carapace`
}

/** Names the browser tab after the page while it is shown. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = pageTitle(page)
  }, [page])
}
