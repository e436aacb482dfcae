import type { Release } from '@carapace/shared/sbom/releases.contract'
import { age, number, useNow, zonedDateTime } from '../../core/format/format.ts'
import type { Column } from '../../core/table/data-table.tsx'
import { SelectCell } from '../../core/table/selection.tsx'
import { Badge, StatusBadge } from '../../core/ui/status-badge.tsx'
import { kindNames } from '../words.ts'

/** Key under which this browser stores the columns. */
export const tableId = 'sbom-releases'

/** The columns of the list (rule SBOM-UI-2). */
export const columns: readonly Column<Release>[] = [
  {
    key: 'select',
    title: 'Select',
    width: 56,
    always: true,
    render: ({ uuid, software, version }) => <SelectCell uuid={uuid} title={`${software.name} ${version}`} />,
  },
  { key: 'code', title: 'Code', width: 72, mono: true, priority: 8, render: ({ software }) => software.code },
  {
    key: 'software',
    title: 'Software',
    width: 220,
    grow: 3,
    always: true,
    sortable: true,
    render: ({ software }) => <b className="sb-name">{software.name}</b>,
    text: ({ software }) => software.name,
  },
  {
    key: 'version',
    title: 'Version',
    width: 112,
    always: true,
    sortable: true,
    mono: true,
    render: ({ version }) => version,
    text: ({ version }) => version,
  },
  { key: 'ecu', title: 'ECU', width: 96, sortable: true, priority: 2, render: ({ software }) => software.ecu },
  {
    key: 'supplier',
    title: 'Supplier',
    width: 140,
    grow: 1,
    sortable: true,
    priority: 4,
    render: ({ software }) => software.supplier,
    text: ({ software }) => software.supplier,
  },
  {
    key: 'kind',
    title: 'Kind',
    width: 96,
    extra: true,
    priority: 9,
    render: ({ software }) => kindNames[software.kind],
  },
  {
    key: 'state',
    title: 'State',
    width: 104,
    sortable: true,
    priority: 1,
    render: ({ state }) => <StatusBadge status={state} />,
  },
  { key: 'document', title: 'Document', width: 140, priority: 3, render: (row) => <DocumentCell row={row} /> },
  {
    key: 'components',
    title: 'Components',
    width: 96,
    numeric: true,
    sortable: true,
    priority: 1,
    render: ({ document }) => (document ? number(document.components) : ''),
  },
  {
    key: 'quality',
    title: 'Quality',
    width: 80,
    numeric: true,
    sortable: true,
    priority: 5,
    render: ({ document }) => (document?.quality == null ? '' : number(Math.round(document.quality))),
  },
  {
    key: 'findings',
    title: 'Findings',
    width: 80,
    numeric: true,
    priority: 3,
    render: ({ findings }) => (findings === null ? '' : number(findings)),
  },
  {
    key: 'age',
    title: 'Age',
    width: 64,
    numeric: true,
    sortable: true,
    priority: 6,
    render: (row) => <Age row={row} />,
  },
]

/** What became of the document that was added last. */
function DocumentCell({ row: { document, latest } }: { readonly row: Release }) {
  if (latest === null) return <Badge tone="grey">None</Badge>
  if (latest.state === 'READING') return <Badge tone="purple">Reading</Badge>
  if (latest.state === 'FAILED') return <Badge tone="red">{document ? 'Newer one failed' : 'Failed'}</Badge>
  return <span className="sb-quiet">{document?.format ?? ''}</span>
}

function Age({ row: { created_at: at } }: { readonly row: Release }) {
  const now = useNow(60_000)
  return (
    <time dateTime={at} title={zonedDateTime(at)}>
      {age(now - Date.parse(at))}
    </time>
  )
}
