import { CrossIcon } from '@blueprintjs/icons'
import type { AuditEntry } from '@carapace/shared/account/security.contract'
import { sentenceCase, zonedDateTime } from '../../core/format/format.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { changedFields } from './entry.ts'

interface EntryDrawerProps {
  readonly entry: AuditEntry
  readonly onClose: () => void
}

/** One entry of the log, with the values before and after. */
export function EntryDrawer({ entry, onClose }: EntryDrawerProps) {
  useHotkeys([{ keys: 'Escape', title: 'Close the entry', group: 'Security log', run: onClose }])
  const { at, actor, address, action, subject, subject_uuid: uuid } = entry
  return (
    <aside className="st-entry" aria-label="Entry">
      <header className="st-entry-head">
        <h2>{sentenceCase(action)}</h2>
        <IconButton icon={<CrossIcon />} label="Close" keys="Escape" size="small" onClick={onClose} />
      </header>
      <div className="st-entry-body" tabIndex={0} role="region" aria-label="Details">
        <dl className="st-facts">
          <dt>When</dt>
          <dd className="num">{zonedDateTime(at)}</dd>
          <dt>Who</dt>
          <dd>{actor}</dd>
          <dt>From</dt>
          <dd className="mono">{address ?? '–'}</dd>
          <dt>On</dt>
          <dd>
            {sentenceCase(subject)}
            {uuid !== null && (
              <>
                <br />
                <span className="mono">{uuid}</span>
              </>
            )}
          </dd>
        </dl>
        <Changes entry={entry} />
      </div>
    </aside>
  )
}

function Changes({ entry: { before, after } }: { readonly entry: AuditEntry }) {
  const fields = changedFields(before, after)
  if (fields.length === 0) return <p className="st-text">The log has no changed values for this action.</p>
  return (
    <>
      <h3>What changed</h3>
      <table className="c-table st-changes">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ field, before: was, after: became }) => (
            <tr key={field}>
              <td>{sentenceCase(field)}</td>
              <td>{was}</td>
              <td>{became}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
