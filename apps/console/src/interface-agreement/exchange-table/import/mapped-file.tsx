import { HTMLSelect } from '@blueprintjs/core'
import type { FoundHeader, ImportTarget } from '@carapace/shared/interface-agreement/import-columns'
import type { ImportPlan, ImportProblem } from '@carapace/shared/interface-agreement/import-plan'
import { counted, fieldTexts, valueText } from '../../words.ts'
import { headerFrom, mappedTo, targets, titleRows } from './mapping.ts'

interface MappedFileProps {
  readonly cells: readonly (readonly string[])[]
  readonly header: FoundHeader
  readonly plan: ImportPlan
  readonly isSent: boolean
  readonly onMap: (header: FoundHeader) => void
}

/** What the columns of a file are, and what an import would change. */
export function MappedFile({ cells, header, plan, isSent, onMap }: MappedFileProps) {
  const { changes, matched, problems, unmatched } = plan
  return (
    <>
      {header.isOwn ? (
        <p className="c-say">The columns are those of an export.</p>
      ) : (
        <Mapping cells={cells} header={header} onMap={onMap} />
      )}
      <p className="c-say" role="status">
        {counted(matched, 'row')} found; {counted(changes.length, 'cell')} would change
        {isSent && ', which are sent to the other side when you send your changes'}.
      </p>
      {changes.length > 0 && (
        <div className="ia-import-box" tabIndex={0} role="group" aria-label="Cells that would change">
          <table className="c-table">
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">Column</th>
                <th scope="col">Now</th>
                <th scope="col">In the file</th>
              </tr>
            </thead>
            <tbody>
              {changes.slice(0, mostShown).map(({ row, field, before, value }) => (
                <tr key={`${row} ${field}`}>
                  <td className="num">{row}</td>
                  <td>{fieldTexts[field]}</td>
                  <td>
                    <del>{valueText(field, before)}</del>
                  </td>
                  <td>{valueText(field, value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {changes.length > mostShown && <p className="c-note num">{`${changes.length - mostShown} more`}</p>}
        </div>
      )}
      <Problems title="Values that are left out" problems={problems} />
      <Problems title="Lines that are no row of the agreement" problems={unmatched} />
    </>
  )
}

const mostShown = 300

function Problems({ title, problems }: { readonly title: string; readonly problems: readonly ImportProblem[] }) {
  if (problems.length === 0) return null
  return (
    <>
      <p className="ia-label">{title}</p>
      <ul className="ia-import-box ia-import-problems" tabIndex={0} aria-label={title}>
        {problems.slice(0, mostShown).map(({ line, column, value, message }, at) => (
          <li key={at}>
            <span className="num ia-faint">{column === undefined ? `line ${line}` : `${column}${line}`}</span>{' '}
            {value !== '' && <b>{value}</b>} {message}
          </li>
        ))}
      </ul>
    </>
  )
}

/** For another layout: in which row the titles are, and what each column holds. */
function Mapping({ cells, header, onMap }: Pick<MappedFileProps, 'cells' | 'header' | 'onMap'>) {
  const titles = cells[header.row] ?? []
  const rows = titleRows(cells)
  return (
    <>
      <label className="c-field">
        The titles are in line
        <HTMLSelect
          value={header.row}
          options={rows.map((row) => ({
            value: row,
            label: `${row + 1}: ${(cells[row] ?? []).filter(Boolean).join(', ').slice(0, 80)}`,
          }))}
          onChange={({ currentTarget }) =>
            onMap({ ...headerFrom(cells, Number(currentTarget.value)), columns: header.columns })
          }
        />
      </label>
      <div className="ia-import-box" tabIndex={0} role="group" aria-label="Columns of the file">
        <table className="c-table">
          <thead>
            <tr>
              <th scope="col">Column of the file</th>
              <th scope="col">Is</th>
            </tr>
          </thead>
          <tbody>
            {header.columns.map((target, at) => {
              const title = titles[at]?.trim() || `Column ${at + 1}`
              return (
                <tr key={at}>
                  <td>{title}</td>
                  <td>
                    <HTMLSelect
                      aria-label={`What ${title} is`}
                      value={target ?? ''}
                      options={[{ value: '', label: 'Leave out' }, ...targets]}
                      onChange={({ currentTarget }) =>
                        onMap(mappedTo(header, at, (currentTarget.value || null) as ImportTarget | null))
                      }
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}
