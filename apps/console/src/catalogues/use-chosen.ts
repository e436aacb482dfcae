import { useMemo, useState } from 'react'
import type { Chosen } from './columns.tsx'

/** The entries that are selected for bulk actions. */
export function useChosen(): Chosen & { readonly only: (uuid: string) => void; readonly clear: () => void } {
  const [uuids, setUuids] = useState<ReadonlySet<string>>(new Set())
  return useMemo(
    () => ({
      uuids,
      toggle: (uuid) =>
        setUuids((before) =>
          before.has(uuid) ? new Set([...before].filter((one) => one !== uuid)) : new Set([...before, uuid]),
        ),
      only: (uuid) => setUuids(new Set([uuid])),
      clear: () => setUuids(new Set()),
    }),
    [uuids],
  )
}
