import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { AddressProps } from '../../graph/page/search.ts'
import { RecordPage } from '../record-page.tsx'
import { DecompositionSection } from './decomposition-section.tsx'
import { requirementRelated } from './requirements-page.tsx'
import '../hara/hara.css'

const decomposition = (row: Artefact) => <DecompositionSection whole={row} />

/** One safety requirement with all its fields, its ASIL and its decomposition. */
export function RequirementPage(address: AddressProps) {
  return (
    <RecordPage
      {...address}
      title="HARA requirement"
      kind="safety-requirement"
      related={requirementRelated}
      side={decomposition}
    />
  )
}
