import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { AddressProps, ArtefactSearch } from './search.ts'

/** The address of the page that is shown, for a route whose search is an `ArtefactSearch`. */
export function useAddress(): AddressProps {
  const search: ArtefactSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  // the paths are known only when the console is built, and this can be any of them
  const go = useCallback(
    (next: ArtefactSearch, replace = false) => void navigate({ to: '.', search: next as never, replace }),
    [navigate],
  )
  return { search, go }
}
