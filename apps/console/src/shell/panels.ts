import { lazy } from 'react'
import { fillPlace } from '../core/page/panels.ts'
import { addKindParts } from '../graph/page/kind-parts.ts'

/** What modules show on each other's pages; each is fetched where it is first shown. */
fillPlace('beside-alert', {
  title: 'Foreseen by',
  licence: 'LIFECYCLE_CONCEPT_PHASE',
  Panel: lazy(async () => ({ default: (await import('../lifecycle/sightings/foreseen-panel.tsx')).ForeseenPanel })),
})

addKindParts(async () => (await import('../lifecycle/kind-parts/kind-parts.tsx')).kindParts)
