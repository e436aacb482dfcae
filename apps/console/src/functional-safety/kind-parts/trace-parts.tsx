import { wholeAsil } from '@carapace/shared/functional-safety/asil'
import { asilsOf } from '@carapace/shared/functional-safety/asil-graph'
import type { StoredAsil } from '@carapace/shared/functional-safety/stored-asil'
import { createContext, useContext, useMemo } from 'react'
import type { KindParts, TraceFactProps, TraceProviderProps } from '../../graph/page/kind-parts.ts'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { AsilBadge } from '../asil-badge.tsx'
import { asilOfEvent } from '../safety.ts'

const none: ReadonlyMap<string, StoredAsil> = new Map()
const Asils = createContext(none)

/** The ASILs of the artefacts of the chain, from what was read for it. */
function TraceProvider({ artefacts, links, children }: TraceProviderProps) {
  const known = usePageGraph((graph) => graph.links)
  const asils = useMemo(() => {
    const all = new Map([...known.values(), ...links].map((each) => [each.uuid, each]))
    return asilsOf([...artefacts.values()], [...all.values()])
  }, [artefacts, links, known])
  return <Asils value={asils}>{children}</Asils>
}

/** Computed from the classes of the event. */
function EventFact({ artefact }: TraceFactProps) {
  const asil = artefact && asilOfEvent(artefact)
  return asil ? <AsilBadge asil={wholeAsil(asil)} /> : null
}

function AsilFact({ node }: TraceFactProps) {
  const tag = useContext(Asils).get(node.uuid)?.tag
  return tag ? <AsilBadge asil={tag} /> : null
}

function StatusFact({ node }: TraceFactProps) {
  return <StatusBadge status={node.status} />
}

export const traceParts = {
  TraceProvider,
  traceFacts: {
    'hazardous-event': EventFact,
    'safety-goal': AsilFact,
    'safety-concept': AsilFact,
    'safety-requirement': AsilFact,
    'safety-test': StatusFact,
  },
} satisfies KindParts
