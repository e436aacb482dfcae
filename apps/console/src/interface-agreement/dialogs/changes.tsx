import type { RowField } from '@carapace/shared/interface-agreement/row'
import { Badge } from '../../core/ui/status-badge.tsx'
import { fieldTexts, valueText } from '../words.ts'

export interface ChangedRow {
  readonly row: number
  readonly title: string
  readonly what: 'added' | 'removed' | 'changed'
  readonly fields: readonly {
    readonly field: RowField
    readonly before: string | boolean
    readonly after: string | boolean
  }[]
}

const tones = { added: 'green', removed: 'red' } as const

/** Changed rows, each with its fields: the value before, and after. */
export function Changes({ rows }: { readonly rows: readonly ChangedRow[] }) {
  if (rows.length === 0) return null
  return (
    <ol className="ia-changes" tabIndex={0} aria-label="Changes">
      {rows.map(({ row, title, what, fields }) => (
        <li key={row}>
          <p>
            <span className="num ia-faint">{row}</span> <b>{title}</b>{' '}
            {what !== 'changed' && <Badge tone={tones[what]}>{what}</Badge>}
          </p>
          {fields.length > 0 && (
            <dl>
              {fields.map(({ field, before, after }) => (
                <FieldChange
                  key={field}
                  name={fieldTexts[field]}
                  before={valueText(field, before)}
                  after={valueText(field, after)}
                />
              ))}
            </dl>
          )}
        </li>
      ))}
    </ol>
  )
}

interface FieldChangeProps {
  readonly name: string
  readonly before: string
  readonly after: string
}

/** One line of a list of changes: within a `<dl>`. */
export function FieldChange({ name, before, after }: FieldChangeProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <del>{before}</del> <span aria-hidden>→</span> <ins>{after}</ins>
      </dd>
    </div>
  )
}
