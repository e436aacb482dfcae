import { useMatches } from '@tanstack/react-router'

/** The path of the current page; the address changes earlier, while the next page loads. */
export function useShownPath(): string {
  return useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' })
}
