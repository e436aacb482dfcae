import type { HistoryEntry } from '@carapace/shared/interface-agreement/row-details.contract'
import type { RowField } from '@carapace/shared/interface-agreement/row'
import { dateTime } from '../../core/format/format.ts'
import { fieldTexts, valueText } from '../words.ts'
import { FieldChange } from './changes.tsx'
import { actionText } from './history.ts'

interface HistoryEntriesProps {
  readonly entries: readonly HistoryEntry[]
  /** Whether the entries are of one row, whose title is beside them already. */
  readonly isOfRow?: boolean
}

/** Entries of the history, the latest first: who of which side did what, when. */
export function HistoryEntries({ entries, isOfRow = false }: HistoryEntriesProps) {
  return (
    <ol className="ia-history" aria-label="History">
      {entries.map((entry, at) => (
        <li key={at}>
          <span className="num ia-faint">{dateTime(entry.at)}</span>
          <div>
            <p>
              <b>{entry.actor}</b> <span className="ia-faint">{entry.party}</span> {actionText(entry.what)}{' '}
              {!isOfRow && entry.title !== '' && (
                <>
                  <span className="num ia-faint">{entry.row}</span> {entry.title}
                </>
              )}
            </p>
            <Fields entry={entry} />
            {entry.differences.length > 0 && (
              <dl className="ia-others">
                {entry.differences.map(({ where, before, after }, place) => (
                  <FieldChange key={place} name={where} before={before || '–'} after={after || '–'} />
                ))}
              </dl>
            )}
            {entry.note !== '' && entry.differences.length === 0 && <blockquote>{entry.note}</blockquote>}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Fields({ entry: { changes, fields } }: { readonly entry: HistoryEntry }) {
  const values = Object.entries(changes) as [RowField, string | boolean][]
  const named = fields.filter((field) => !(field in changes))
  if (values.length === 0 && named.length === 0) return null
  return (
    <ul>
      {values.map(([field, value]) => (
        <li key={field}>
          <span className="ia-faint">{fieldTexts[field]}</span> {valueText(field, value)}
        </li>
      ))}
      {named.map((field) => (
        <li key={field}>
          <span className="ia-faint">{fieldTexts[field]}</span>
        </li>
      ))}
    </ul>
  )
}
