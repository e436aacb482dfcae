import { DatabaseIcon } from '@blueprintjs/icons'
import { type Dbc, type DbcMessage, nobody } from '@carapace/shared/msoc/dbc/model'
import { useMemo } from 'react'
import { number } from '../../core/format/format.ts'
import type { Column } from '../../core/table/columns.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import type { Going } from './search.ts'
import { MessageDetail } from './message-detail.tsx'
import { cycleText, messageId, messageWord } from './words.ts'

interface MessagesViewProps extends Going {
  readonly dbc: Dbc
}

/** The messages of a database, and the signals of the open message. */
export function MessagesView({ dbc, search, go }: MessagesViewProps) {
  const columns = useMemo(() => columnsOf(dbc), [dbc])
  const rows = useMemo(() => dbc.messages.filter((message) => isAbout(message, search.find)), [dbc, search.find])
  const open = rows.find((message) => messageWord(message) === search.message) ?? rows[0]
  return (
    <>
      <div className="dl-toolbar">
        <SearchField
          value={search.find ?? ''}
          label="Filter messages"
          placeholder="Id, message, signal or sender"
          onSearch={(find) => go({ ...search, find: find || undefined }, true)}
        />
        <span className="dl-count num" role="status">
          {number(rows.length)} of {number(dbc.messages.length)} messages
        </span>
      </div>
      <div className="dl-messages">
        <DataTable
          id="dbc-messages"
          label="Messages"
          columns={columns}
          rows={rows}
          keyOf={messageWord}
          rowHeight={28}
          selectedKey={open && messageWord(open)}
          onOpen={(message) => go({ ...search, message: messageWord(message) }, true)}
          empty={<EmptyState icon={<DatabaseIcon size={24} />} title="No message has these words" />}
        />
        {open !== undefined && <MessageDetail key={messageWord(open)} dbc={dbc} message={open} />}
      </div>
    </>
  )
}

function columnsOf(dbc: Dbc): readonly Column<DbcMessage>[] {
  return [
    { key: 'id', title: 'Id', width: 96, mono: true, always: true, render: messageId },
    {
      key: 'name',
      title: 'Name',
      width: 160,
      grow: 2,
      always: true,
      render: ({ name }) => name,
      text: ({ name }) => name,
    },
    {
      key: 'sender',
      title: 'Sender',
      width: 96,
      grow: 1,
      priority: 3,
      render: ({ sender }) => (sender === nobody ? '' : sender),
      text: ({ sender }) => sender,
    },
    { key: 'length', title: 'Bytes', width: 56, numeric: true, priority: 2, render: ({ length }) => length },
    {
      key: 'cycle',
      title: 'Cycle',
      width: 72,
      numeric: true,
      priority: 1,
      render: (message) => cycleText(dbc, message),
    },
    {
      key: 'signals',
      title: 'Signals',
      width: 64,
      numeric: true,
      priority: 1,
      render: ({ signals }) => number(signals.length),
    },
  ]
}

function isAbout(message: DbcMessage, words: string | undefined): boolean {
  if (words === undefined) return true
  const text = [messageId(message), message.name, message.sender, ...message.signals.map(({ name }) => name)]
    .join('\n')
    .toLowerCase()
  return text.includes(words.toLowerCase())
}
