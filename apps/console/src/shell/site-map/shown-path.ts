import { useMatches } from '@tanstack/react-router'

/** The path of the page that is shown, which the address is ahead of while the next page loads. */
export function useShownPath(): string {
  return useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' })
}
