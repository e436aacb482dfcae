import { HistoryIcon } from '@blueprintjs/icons'
import type { AuditEntry } from '@carapace/shared/account/security.contract'
import { useState } from 'react'
import { dateTime, sentenceCase, zonedDateTime } from '../../core/format/format.ts'
import { type Column, DataTable } from '../../core/table/data-table.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import type { SettingsSearch } from '../organisation/search.ts'
import { SettingsPage } from '../settings-page.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { useLog } from './use-log.ts'

interface SecurityLogPageProps {
  readonly search: SettingsSearch
  readonly go: (search: SettingsSearch) => void
}

const columns: readonly Column<AuditEntry>[] = [
  {
    key: 'at',
    title: 'When',
    width: 176,
    always: true,
    render: ({ at }) => <span className="num">{dateTime(at)}</span>,
    text: ({ at }) => zonedDateTime(at),
  },
  { key: 'actor', title: 'Who', width: 180, grow: 1, render: ({ actor }) => actor, text: ({ actor }) => actor },
  {
    key: 'action',
    title: 'What',
    width: 240,
    grow: 2,
    always: true,
    render: ({ action }) => sentenceCase(action),
    text: ({ action }) => action,
  },
  {
    key: 'subject',
    title: 'On',
    width: 160,
    grow: 1,
    priority: 1,
    render: ({ subject }) => sentenceCase(subject),
    text: ({ subject }) => subject,
  },
  {
    key: 'address',
    title: 'Address',
    width: 150,
    priority: 2,
    mono: true,
    render: ({ address }) => address ?? '–',
    text: ({ address }) => address ?? '',
  },
]

/** The actions of all users in the organisation, with the changed values. */
export function SecurityLogPage({ search, go }: SecurityLogPageProps) {
  const q = search.q ?? ''
  const { entries, problem, more, again } = useLog(q)
  const [openId, setOpenId] = useState<number>()
  const open = entries?.find(({ id }) => id === openId)
  return (
    <SettingsPage title="Security log" wide>
      <div className="st-log st-fill">
        <div className="c-toolbar">
          <SearchField
            value={q}
            label="Search the log"
            placeholder="Action or person"
            onSearch={(words) => go({ ...search, q: words || undefined })}
          />
          <span className="c-toolbar-total">latest first</span>
        </div>
        <div className="st-log-list">
          <DataTable
            id="security-log"
            label="Security log"
            columns={columns}
            rows={problem !== undefined && entries?.length === 0 ? undefined : entries}
            keyOf={({ id }) => String(id)}
            onOpen={({ id }) => setOpenId(id)}
            onEnd={more}
            {...(problem !== undefined && { problem })}
            onRetry={again}
            {...(openId !== undefined && { selectedKey: String(openId) })}
            empty={
              <EmptyState icon={<HistoryIcon size={24} />} title="Nothing found">
                {q === '' ? 'Nothing was done yet.' : 'No entry has these words.'}
              </EmptyState>
            }
          />
          {open !== undefined && <EntryDrawer key={open.id} entry={open} onClose={() => setOpenId(undefined)} />}
        </div>
      </div>
    </SettingsPage>
  )
}
