import { useCallback, useRef, useState } from 'react'

/**
 * What is being typed into a field, undefined: nothing. Whoever asks for it gets the latest, also before it is drawn:
 * Enter stores, and the leaving after it then stores nothing.
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
