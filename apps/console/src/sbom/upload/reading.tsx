import type { BomDocument } from '@carapace/shared/sbom/bom-documents.contract'
import { number } from '../../core/format/format.ts'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { componentsText } from '../words.ts'

interface ReadingProps {
  readonly document: BomDocument
  readonly isKnown: boolean
}

/** What reading a document found so far. */
export function Reading({ document, isKnown }: ReadingProps) {
  const { state, file_name: name, components, edges, format, faults } = document
  return (
    <div className="sb-reading" role="status">
      <p className="c-say">
        <StatusBadge status={state} /> {name}
      </p>
      {isKnown && <p className="c-say">The release has these very bytes already: nothing was added.</p>}
      {state === 'READING' && <p className="c-note">It is being read. You may close this: the reading goes on.</p>}
      {state === 'READY' && (
        <p className="c-say">
          {format}: {componentsText(components)}, {number(edges)} dependencies.
        </p>
      )}
      {state === 'FAILED' && <Faults faults={faults} />}
    </div>
  )
}

/** The faults of a document, each with its place. */
export function Faults({ faults }: { readonly faults: BomDocument['faults'] }) {
  return (
    <div className="c-scroll sb-faults" role="region" aria-label="Faults" tabIndex={0}>
      <table className="c-table">
        <thead>
          <tr>
            <th>Place</th>
            <th>What is wrong</th>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ place, message }, at) => (
            <tr key={at}>
              <td className="mono">{place === '' ? 'document' : place}</td>
              <td className="sb-wrap">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
