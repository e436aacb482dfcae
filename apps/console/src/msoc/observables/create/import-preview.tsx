import { typeNames } from '@carapace/shared/msoc/observables/observables'
import type { importObservables } from '@carapace/shared/msoc/observables/observables.contract'
import type { z } from 'zod'
import { number } from '../../../core/format/format.ts'
import { Badge } from '../../../core/ui/status-badge.tsx'

export type ImportResult = z.output<typeof importObservables.output>

const tones = { new: 'green', known: 'grey', invalid: 'red' } as const
const words = { new: 'New', known: 'Known', invalid: 'Invalid' } as const

/** What an import would do: counts, and the first rows, of which the invalid ones come first with their reasons. */
export function ImportPreview({ result }: { readonly result: ImportResult }) {
  const { rows, created, known, invalid } = result
  return (
    <>
      <p className="num" role="status">
        {number(rows)} rows: {number(created)} new, {number(known)} known, {number(invalid)} invalid.
      </p>
      <div className="c-scroll ob-found">
        <table className="c-table" aria-label="Preview of the import">
          <thead>
            <tr>
              <th>Line</th>
              <th>State</th>
              <th>Type</th>
              <th>Value or reason</th>
            </tr>
          </thead>
          <tbody>
            {result.preview.map(({ line, state, type, value, reason }, index) => (
              <tr key={index}>
                <td className="num">{number(line)}</td>
                <td>
                  <Badge tone={tones[state]}>{words[state]}</Badge>
                </td>
                <td>{type === null ? '' : typeNames[type]}</td>
                <td className={type === null ? undefined : 'mono'}>{type === null ? reason : value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
