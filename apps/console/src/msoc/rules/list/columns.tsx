import { WarningSignIcon } from '@blueprintjs/icons'
import type { RuleRow } from '@carapace/shared/msoc/rules/rules.contract'
import { Link } from '@tanstack/react-router'
import { age, dateTime, number, sentenceCase, useNow, zonedDateTime } from '../../../core/format/format.ts'
import type { Column } from '../../../core/table/data-table.tsx'
import { SeverityLabel } from '../../../core/ui/severity-glyph.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { falsePositiveText, memoryText, serviceText, stateTones, versionText, warningText } from '../words.ts'
import { SelectCell } from '../../../core/table/selection.tsx'

/** Key under which this browser stores the columns. */
export const tableId = 'rules'

/** The columns of the list of rules (rule RULE-UI-3). */
export const columns: readonly Column<RuleRow>[] = [
  { key: 'select', title: 'Select', width: 56, always: true, render: SelectCell },
  {
    key: 'state',
    title: 'State',
    width: 88,
    always: true,
    render: ({ state }) => <Badge tone={stateTones[state]}>{sentenceCase(state)}</Badge>,
  },
  {
    key: 'severity',
    title: 'Severity',
    width: 92,
    always: true,
    render: ({ severity }) => <SeverityLabel severity={severity} />,
  },
  { key: 'title', title: 'Title', width: 220, grow: 3, always: true, render: Title, text: titleText },
  { key: 'service', title: 'Service', width: 104, priority: 4, render: serviceText, text: serviceText },
  {
    key: 'tags',
    title: 'Tags',
    width: 132,
    grow: 1,
    priority: 8,
    render: ({ tags }) => tags.join(', '),
    text: ({ tags }) => tags.join(', '),
  },
  { key: 'version', title: 'Version', width: 92, priority: 5, render: versionText, text: versionText },
  { key: 'hits', title: 'Hits', width: 72, numeric: true, priority: 2, render: ({ hits }) => number(hits) },
  { key: 'last', title: 'Last hit', width: 76, numeric: true, priority: 3, render: LastHit },
  { key: 'alerts', title: 'Alerts', width: 68, numeric: true, priority: 1, render: Alerts },
  {
    key: 'false',
    title: 'False positives',
    width: 108,
    numeric: true,
    priority: 6,
    render: falsePositiveText,
    text: falsePositiveText,
  },
  { key: 'memory', title: 'Memory', width: 150, priority: 9, render: memoryText, text: memoryText },
  {
    key: 'pack',
    title: 'Pack',
    width: 132,
    extra: true,
    priority: 11,
    render: ({ pack, pack_version: version }) => (pack === null ? '–' : `${pack} ${version ?? ''}`),
  },
  {
    key: 'changed',
    title: 'Changed',
    width: 172,
    extra: true,
    priority: 10,
    render: ({ updated_at: at }) => <span className="num">{dateTime(at)}</span>,
  },
]

function titleText(row: RuleRow): string {
  const warning = warningText(row)
  return warning === undefined ? row.title : `${row.title}. ${warning}`
}

function Title(row: RuleRow) {
  const { uuid, title } = row
  const warning = warningText(row)
  return (
    <>
      {warning !== undefined && (
        <span className="ru-fault" role="img" aria-label={warning} title={warning}>
          <WarningSignIcon size={14} />
        </span>
      )}
      <Link className="ru-title" to="/org/msoc/dashboard/rules/create" search={{ rule: uuid } as never}>
        {title}
      </Link>
    </>
  )
}

function LastHit({ last_hit: at }: RuleRow) {
  return at === null ? '' : <Age at={at} />
}

function Age({ at }: { readonly at: string }) {
  const now = useNow(1_000)
  return <span title={zonedDateTime(at)}>{age(now - Date.parse(at))}</span>
}

/** The number of alerts, a link to them (rule RULE-UI-4). */
function Alerts({ uuid, title, alerts }: RuleRow) {
  if (alerts === 0) return '0'
  return (
    <Link
      to="/org/msoc/dashboard/alert-management"
      search={{ rule: uuid } as never}
      aria-label={`${number(alerts)} alerts of ${title}`}
    >
      {number(alerts)}
    </Link>
  )
}
