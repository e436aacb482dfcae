import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import { fmeasIn } from './which-fmea.ts'
import type { WorksheetPageProps } from './page-props.ts'

/** The FMEAs of the program. */
export function FmeaTabs({ fmea, search, go }: WorksheetPageProps & { readonly fmea: Artefact }) {
  const graph = usePageGraph((state) => state)
  const all = fmeasIn(graph)
  return (
    <select
      className="fw-which"
      aria-label="FMEA"
      value={fmea.code}
      onChange={({ target: { value } }) =>
        go({ programId: search.programId, projectId: search.projectId, fmea: value, group: search.group })
      }
    >
      {all.map(({ uuid, code, title: name }) => (
        <option key={uuid} value={code}>
          {code} {name}
        </option>
      ))}
    </select>
  )
}
