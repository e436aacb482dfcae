import { Button } from '@blueprintjs/core'
import { AddIcon } from '@blueprintjs/icons'
import type { Guideword, GuidewordMethod } from '@carapace/shared/functional-safety/guidewords'
import { Panel } from '../../core/ui/panel.tsx'
import type { ContentFormProps } from '../../graph/methods/versions.ts'
import { entriesOf } from './edits.ts'
import { Problem, RowButtons, RowKey, RowText } from './row-parts.tsx'
import { type Keys, useKeys } from './use-keys.ts'
import './methods.css'

type FormProps = ContentFormProps<GuidewordMethod>

const most = 40

/** The form of guidewords: a row for each, in the order of the columns of the HAZOP. */
export function GuidewordsForm({ content: { guidewords }, problems, released, onChange }: FormProps) {
  const keys = useKeys((key) => released.some((content) => entriesOf(content).has(key)))
  const set = (rows: readonly Guideword[]) => onChange({ guidewords: [...rows] })
  return (
    <Panel title="Guidewords" extra={<span className="pg-note">in the order of the columns of the HAZOP</span>}>
      <div className="c-scroll" tabIndex={0} role="group" aria-label="Rows">
        <table className="c-table sm-rows sm-guidewords">
          <thead>
            <tr>
              <th scope="col">Guideword</th>
              <th scope="col">Key</th>
              <th scope="col">Meaning for a function</th>
              <th scope="col">
                <span className="c-visually-hidden">Order</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {guidewords.map((_, at) => (
              <GuidewordRow key={at} rows={guidewords} at={at} keys={keys} problems={problems} onChange={set} />
            ))}
          </tbody>
        </table>
      </div>
      <Problem problems={problems} at="guidewords" />
      <Button
        className="sm-add"
        variant="outlined"
        size="small"
        icon={<AddIcon size={12} />}
        disabled={guidewords.length >= most}
        onClick={() => set([...guidewords, { key: '', title: '', meaning: '' }])}
      >
        Guideword
      </Button>
    </Panel>
  )
}

interface RowProps extends Pick<FormProps, 'problems'> {
  readonly rows: readonly Guideword[]
  readonly at: number
  readonly keys: Keys
  readonly onChange: (rows: readonly Guideword[]) => void
}

function GuidewordRow({ rows, at, keys, problems, onChange }: RowProps) {
  const row = rows[at]!
  const name = row.title.trim() || `Guideword ${at + 1}`
  const place = `guidewords.${at}`
  return (
    <tr data-row>
      <td>
        <RowText
          label={`Guideword ${at + 1}`}
          value={row.title}
          maxLength={80}
          autoFocus={row.title === ''}
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
      <td>
        <RowText
          label={`${name}: meaning`}
          value={row.meaning}
          maxLength={300}
          problems={problems}
          at={`${place}.meaning`}
          onChange={(meaning) => onChange(rows.with(at, { ...row, meaning }))}
        />
      </td>
      <td>
        <RowButtons name={name} rows={rows} at={at} onChange={onChange} />
      </td>
    </tr>
  )
}
