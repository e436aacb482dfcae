import { useCallback, useRef, useState } from 'react'

/**
 * The unsaved input of a field, undefined if there is none. The getter always returns the latest value, even before a
 * render: after Enter has stored it, the blur event that follows stores nothing.
 */
export function useDraft() {
  const [draft, show] = useState<string>()
  const latest = useRef<string | undefined>(undefined)
  const set = useCallback((text: string | undefined) => {
    latest.current = text
    show(text)
  }, [])
  const written = useCallback(() => latest.current, [])
  return [draft, set, written] as const
}
