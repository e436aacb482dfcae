import { Button } from '@blueprintjs/core'
import type { Extracted } from '@carapace/shared/msoc/observables/extract'
import { normalise } from '@carapace/shared/msoc/observables/normalise'
import { observableTypes, type ObservableType, typeNames } from '@carapace/shared/msoc/observables/observables'
import { number } from '../../../core/format/format.ts'

interface FoundTableProps {
  readonly found: readonly Extracted[]
  /** Types that the user chose in the place of those that were recognised, by the key of the value. */
  readonly types: Readonly<Record<string, ObservableType>>
  readonly dropped: ReadonlySet<string>
  readonly onType: (key: string, type: ObservableType) => void
  readonly onDrop: (key: string) => void
}

const mostShown = 500

/** The values that the pasted text contains: their types can be changed, and single ones left out. */
export function FoundTable({ found, types, dropped, onType, onDrop }: FoundTableProps) {
  if (found.length === 0) return <p className="c-note">Values that are found in the text are listed here.</p>
  return (
    <>
      <p className="c-note num" role="status">
        {number(found.length)} {found.length === 1 ? 'value' : 'values'} found, {number(found.length - dropped.size)} to
        be added.
      </p>
      <div className="c-scroll ob-found">
        <table className="c-table" aria-label="Values found">
          <thead>
            <tr>
              <th>Type</th>
              <th>Value</th>
              <th>
                <span className="c-visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, mostShown).map((one) => {
              const key = `${one.type} ${one.value}`
              return (
                <Line
                  key={key}
                  one={one}
                  type={types[key] ?? one.type}
                  isDropped={dropped.has(key)}
                  onType={(type) => onType(key, type)}
                  onDrop={() => onDrop(key)}
                />
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}

interface LineProps {
  readonly one: Extracted
  readonly type: ObservableType
  readonly isDropped: boolean
  readonly onType: (type: ObservableType) => void
  readonly onDrop: () => void
}

function Line({ one, type, isDropped, onType, onDrop }: LineProps) {
  const normal = type === one.type ? undefined : normalise(type, one.text)
  const isWrong = normal !== undefined && !normal.ok
  return (
    <tr className={isDropped ? 'ob-dropped' : undefined}>
      <td>
        <div className="bp6-html-select">
          <select
            aria-label={`Type of ${one.value}`}
            value={type}
            disabled={isDropped}
            onChange={(event) => onType(event.target.value as ObservableType)}
          >
            {observableTypes.map((each) => (
              <option key={each} value={each}>
                {typeNames[each]}
              </option>
            ))}
          </select>
        </div>
      </td>
      <td className="mono">
        {normal?.ok ? normal.value : one.value}
        {isWrong && <span className="c-problem"> {normal.reason}</span>}
      </td>
      <td>
        <Button
          size="small"
          variant="minimal"
          text={isDropped ? 'Keep' : 'Leave out'}
          aria-label={`${isDropped ? 'Keep' : 'Leave out'} ${one.value}`}
          onClick={onDrop}
        />
      </td>
    </tr>
  )
}
