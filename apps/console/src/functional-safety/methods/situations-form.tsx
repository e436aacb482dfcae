import { Button, HTMLSelect } from '@blueprintjs/core'
import { AddIcon } from '@blueprintjs/icons'
import { exposures } from '@carapace/shared/functional-safety/asil'
import type { SituationCatalogue } from '@carapace/shared/functional-safety/situation-catalogue'
import { exposureBases } from '@carapace/shared/functional-safety/situations'
import { Panel } from '../../core/ui/panel.tsx'
import type { ContentFormProps } from '../../graph/methods/versions.ts'
import { entriesOf } from './edits.ts'
import { Problem, RowButtons, RowKey, RowText } from './row-parts.tsx'
import { type Keys, useKeys } from './use-keys.ts'
import './methods.css'

type FormProps = ContentFormProps<SituationCatalogue>
type Dimension = SituationCatalogue['dimensions'][number]
type Value = Dimension['values'][number]

const mostDimensions = 20
const mostValues = 40
const newValue: Value = { key: '', title: '', exposure: { duration: 'E4', frequency: 'E4' } }
const newDimension: Dimension = { key: '', title: '', values: [newValue] }

/** The form of a catalogue of operational situations: a panel for each dimension, with its values. */
export function SituationsForm({ content: { dimensions }, problems, released, onChange }: FormProps) {
  const isReleased = (path: string) => released.some((content) => entriesOf(content).has(path))
  const keys = useKeys(isReleased)
  const set = (rows: readonly Dimension[]) => onChange({ dimensions: [...rows] })
  return (
    <>
      {dimensions.map((_, at) => (
        <DimensionPanel
          key={at}
          rows={dimensions}
          at={at}
          keys={keys}
          isReleased={isReleased}
          problems={problems}
          onChange={set}
        />
      ))}
      <Problem problems={problems} at="dimensions" />
      <Button
        className="sm-add sm-add-dimension"
        variant="outlined"
        size="small"
        icon={<AddIcon size={12} />}
        disabled={dimensions.length >= mostDimensions}
        onClick={() => set([...dimensions, newDimension])}
      >
        Dimension
      </Button>
    </>
  )
}

interface RowProps<R> extends Pick<FormProps, 'problems'> {
  readonly rows: readonly R[]
  readonly at: number
  readonly keys: Keys
  readonly onChange: (rows: readonly R[]) => void
}

interface DimensionProps extends RowProps<Dimension> {
  readonly isReleased: (path: string) => boolean
}

function DimensionPanel({ rows, at, keys, isReleased, problems, onChange }: DimensionProps) {
  const row = rows[at]!
  const name = row.title.trim() || `Dimension ${at + 1}`
  const place = `dimensions.${at}`
  return (
    <div data-row>
      <Panel title={name} extra={<RowButtons name={name} rows={rows} at={at} onChange={onChange} />}>
        <div className="sm-dimension">
          <div>
            <RowText
              label={`Dimension ${at + 1}`}
              value={row.title}
              maxLength={80}
              autoFocus={row.title === ''}
              problems={problems}
              at={`${place}.title`}
              onChange={(title) => onChange(keys.retitle(rows, at, title))}
            />
          </div>
          <span className="pg-note" aria-hidden>
            Key
          </span>
          <div>
            <RowKey
              label={`${name}: key`}
              value={row.key}
              isFixed={keys.isFixed(row.key)}
              problems={problems}
              at={`${place}.key`}
              onChange={(key) => onChange(keys.rekey(rows, at, key))}
            />
          </div>
        </div>
        <Values
          name={name}
          rows={row.values}
          place={`${place}.values`}
          isNew={row.title === ''}
          isReleased={(key) => isReleased(`${row.key}.${key}`)}
          problems={problems}
          onChange={(values) => onChange(rows.with(at, { ...row, values: [...values] }))}
        />
      </Panel>
    </div>
  )
}

interface ValuesProps extends Omit<RowProps<Value>, 'at' | 'keys'> {
  /** The dimension. */
  readonly name: string
  readonly place: string
  /** The dimension has no title yet, which is typed first. */
  readonly isNew: boolean
  readonly isReleased: (key: string) => boolean
}

function Values({ name, rows, place, isNew, isReleased, problems, onChange }: ValuesProps) {
  const keys = useKeys(isReleased)
  return (
    <>
      <div className="c-scroll" tabIndex={0} role="group" aria-label={`Values of ${name}`}>
        <table className="c-table sm-rows sm-values">
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col">Key</th>
              <th scope="col">Exposure by duration</th>
              <th scope="col">Exposure by frequency</th>
              <th scope="col">
                <span className="c-visually-hidden">Order</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((_, at) => (
              <ValueRow
                key={at}
                dimension={name}
                place={`${place}.${at}`}
                isNew={isNew}
                {...{ rows, at, keys, problems, onChange }}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Problem problems={problems} at={place} />
      <Button
        className="sm-add"
        variant="outlined"
        size="small"
        icon={<AddIcon size={12} />}
        disabled={rows.length >= mostValues}
        aria-label={`${name}: add a value`}
        onClick={() => onChange([...rows, newValue])}
      >
        Value
      </Button>
    </>
  )
}

type ValueRowProps = RowProps<Value> & Pick<ValuesProps, 'place' | 'isNew'> & { readonly dimension: string }

function ValueRow({ dimension, rows, at, keys, place, isNew, problems, onChange }: ValueRowProps) {
  const row = rows[at]!
  const name = `${dimension}, ${row.title.trim() || `value ${at + 1}`}`
  return (
    <tr data-row>
      <td>
        <RowText
          label={`${dimension}, value ${at + 1}`}
          value={row.title}
          maxLength={80}
          autoFocus={row.title === '' && !isNew}
          problems={problems}
          at={`${place}.title`}
          onChange={(title) => onChange(keys.retitle(rows, at, title))}
        />
      </td>
      <td>
        <RowKey
          label={`${name}: key`}
          value={row.key}
          isFixed={keys.isFixed(row.key)}
          problems={problems}
          at={`${place}.key`}
          onChange={(key) => onChange(keys.rekey(rows, at, key))}
        />
      </td>
      {exposureBases.map((basis) => (
        <td key={basis}>
          <HTMLSelect
            aria-label={`${name}: exposure by ${basis}`}
            value={row.exposure[basis]}
            options={[...exposures]}
            onChange={({ currentTarget: { value } }) => {
              const exposure = exposures.find((each) => each === value)!
              onChange(rows.with(at, { ...row, exposure: { ...row.exposure, [basis]: exposure } }))
            }}
          />
        </td>
      ))}
      <td>
        <RowButtons name={name} rows={rows} at={at} onChange={onChange} />
      </td>
    </tr>
  )
}
