import { AddIcon, LayersIcon } from '@blueprintjs/icons'
import {
  listVariants,
  saveVariant,
  type VariantLine,
} from '@carapace/shared/component-configuration/configuration.contract'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../core/call/call.ts'
import { usePages } from '../../core/call/use-pages.ts'
import { calendarDay, dateTime, number } from '../../core/format/format.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useRefusal } from '../../core/session/may.ts'
import { type Column, ColumnChoice, DataTable } from '../../core/table/data-table.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import type { ListSearch } from '../search.ts'
import '../configuration.css'

const tableId = 'component-configuration-variants'
const columns: readonly Column<VariantLine>[] = [
  { key: 'name', title: 'Name', width: 220, grow: 2, always: true, render: ({ name }) => name },
  { key: 'model', title: 'Model', width: 120, render: ({ model }) => model || '–' },
  { key: 'market', title: 'Market', width: 120, priority: 4, render: ({ market }) => market || '–' },
  { key: 'built', title: 'Built', width: 200, priority: 5, render: builtText, text: builtText },
  { key: 'units', title: 'Control units', width: 100, numeric: true, priority: 3, render: ({ units }) => units },
  { key: 'vehicles', title: 'Vehicles', width: 88, numeric: true, render: ({ vehicles }) => number(vehicles) },
  {
    key: 'approved',
    title: 'Combination',
    width: 176,
    render: Approval,
    text: ({ approved }) => (approved === null ? 'None is approved' : `No. ${approved} is approved`),
  },
  { key: 'changed', title: 'Changed', width: 168, priority: 6, render: ({ updated_at: at }) => dateTime(at) },
]

function builtText({ built_from: from, built_to: to }: VariantLine): string {
  if (from === null && to === null) return '–'
  return `${from === null ? '' : calendarDay(from)} – ${to === null ? '' : calendarDay(to)}`.trim()
}

function Approval({ approved, is_proposed: isProposed }: VariantLine) {
  return (
    <>
      {approved !== null && <Badge tone="green">{`No. ${approved} approved`}</Badge>}{' '}
      {isProposed && <Badge tone="purple">Proposed</Badge>}
      {approved === null && !isProposed && <Badge tone="grey">None</Badge>}
    </>
  )
}

interface VariantsPageProps {
  readonly search: ListSearch
  readonly go: (search: ListSearch, replace?: boolean) => void
}

/** The list of vehicle variants. */
export function VariantsPage({ search, go }: VariantsPageProps) {
  usePageTitle('Vehicle variants')
  const navigate = useNavigate()
  const query = search.q === undefined ? {} : { q: search.q }
  const { rows, first, problem, more, retry } = usePages([listVariants.path, query], async (cursor, signal) => {
    const page = await call(listVariants, { ...query, ...(cursor !== undefined && { cursor }) }, { signal })
    return { rows: page.variants, next: page.next_cursor, total: page.total }
  })
  const refusal = useRefusal(saveVariant)
  const open = (uuid?: string) => void navigate({ to: '/org/component-configuration/variant', search: { uuid } })
  const add = () => refusal === undefined && open()
  useHotkeys([{ keys: 'n', title: 'New variant', group: 'Vehicle variants', run: add }])
  return (
    <div className="cc-page">
      <PageHead title="Vehicle variants">
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          icon={<AddIcon />}
          keys="n"
          text="New variant"
          refusal={refusal}
          onClick={add}
        />
      </PageHead>
      <div className="c-toolbar">
        <SearchField
          value={search.q ?? ''}
          label="Search variants"
          placeholder="Name, model or market"
          onSearch={(q) => go({ q: q || undefined }, true)}
        />
        <span className="c-toolbar-total num" role="status">
          {first === undefined ? '' : `${number(first.total)} ${first.total === 1 ? 'variant' : 'variants'}`}
        </span>
        <ColumnChoice id={tableId} columns={columns} />
      </div>
      <div className="cc-body">
        <DataTable
          id={tableId}
          label="Vehicle variants"
          columns={columns}
          rows={rows}
          keyOf={({ uuid }) => uuid}
          onEnd={more}
          onRetry={retry}
          onOpen={({ uuid }) => open(uuid)}
          {...(rows === undefined && problem !== undefined && { problem })}
          empty={
            <EmptyState icon={<LayersIcon size={24} />} title="No variant">
              {search.q === undefined
                ? 'A variant states which hardware and software the control units of a model have.'
                : 'No variant has these words.'}
            </EmptyState>
          }
        />
      </div>
    </div>
  )
}
