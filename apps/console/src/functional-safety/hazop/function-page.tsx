import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { AddressProps } from '../../graph/page/search.ts'
import { withMethods } from '../read-methods.ts'
import { RecordPage } from '../record-page.tsx'
import { FunctionGuidewords } from './function-guidewords.tsx'
import { functionRelated } from './functions-page.tsx'
import '../hara/hara.css'

const guidewords = (row: Artefact) => <FunctionGuidewords function={row} />

/** One function of the item against all guidewords. */
export function FunctionPage(address: AddressProps) {
  return (
    <RecordPage
      {...address}
      title="HAZOP function"
      kind="function"
      related={functionRelated}
      computed={withMethods}
      list="/org/functional-safety/hazop-function-configure"
      main={guidewords}
    />
  )
}
