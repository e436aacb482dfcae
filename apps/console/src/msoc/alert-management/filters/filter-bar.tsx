import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { DownloadIcon, PlusIcon, SmallTickIcon, SortDescIcon } from '@blueprintjs/icons'
import { alertOrders } from '@carapace/shared/msoc/alerts/alerts'
import { exportAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useState } from 'react'
import { messageOf } from '../../../core/call/call.ts'
import { download } from '../../../core/call/download.ts'
import { number } from '../../../core/format/format.ts'
import { ColumnChoice } from '../../../core/table/column-choice.tsx'
import { SearchField } from '../../../core/ui/search-field.tsx'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import { columns, tableId } from '../list/columns.tsx'
import { useAlertPage, useQueue } from '../page-context.tsx'
import { GroupButton } from '../groups/group-button.tsx'
import { FilterChip } from './filter-chip.tsx'
import { filters } from './filters.ts'
import { notify } from '../triage/notices.ts'
import { orderTexts } from '../queue/order.ts'
import {
  cleared,
  countFilters,
  type FilterKey,
  filterKeys,
  type FilterParam,
  filterParams,
  narrowed,
  sortOf,
} from '../search.ts'

/** The filters and the order of the list, all stored in the address. */
export function FilterBar() {
  const { search, go, address } = useAlertPage()
  const [editing, setEditing] = useState<FilterParam | null>(null)
  const shown = filterParams.filter((param) => param === editing || search[param] !== undefined)

  return (
    <div className="am-filters" role="search">
      <SearchField
        value={search.q ?? ''}
        label="Search alerts"
        placeholder="Title, VIN, id, observable"
        onSearch={(words) => go(narrowed(address.getState().search, 'q', words), true)}
      />
      {shown.map((param) => (
        <FilterChip
          key={param}
          param={param}
          open={param === editing}
          onOpen={(open) => setEditing(open ? param : null)}
          onTurn={setEditing}
        />
      ))}
      <AddFilter onAdd={setEditing} />
      {countFilters(search) > 1 && (
        <Button variant="minimal" size="small" onClick={() => go(cleared(search))}>
          Clear filters
        </Button>
      )}
      <span className="am-list-tools">
        <Total />
        <GroupButton />
        <SortMenu />
        <ColumnChoice id={tableId} columns={columns} />
        <ExportButton />
      </span>
    </div>
  )
}

function AddFilter({ onAdd }: { readonly onAdd: (key: FilterKey) => void }) {
  const menu = (
    <Menu>
      {filterKeys.map((key) => (
        <MenuItem key={key} text={filters[key].title} onClick={() => onAdd(key)} />
      ))}
    </Menu>
  )
  return (
    <PopoverNext content={menu} placement="bottom-start" arrow={false} animation="minimal">
      <Button className="am-add-filter" variant="minimal" icon={<PlusIcon size={12} />}>
        Filter
      </Button>
    </PopoverNext>
  )
}

function SortMenu() {
  const { search, go } = useAlertPage()
  const sort = sortOf(search)
  const menu = (
    <Menu>
      {alertOrders.map((order) => (
        <MenuItem
          key={order}
          text={
            <>
              {orderTexts[order]}
              {order === sort && <span className="c-visually-hidden">, chosen</span>}
            </>
          }
          labelElement={order === sort ? <SmallTickIcon /> : undefined}
          onClick={() => go({ ...search, sort: order === 'newest' ? undefined : order })}
        />
      ))}
      <MenuDivider />
      <MenuItem disabled text="New alerts wait above the list" />
    </Menu>
  )
  return (
    <PopoverNext content={menu} placement="bottom-end" arrow={false} animation="minimal">
      <Button className="am-sort" variant="minimal" icon={<SortDescIcon />} aria-label={`Order: ${orderTexts[sort]}`}>
        {orderTexts[sort]}
      </Button>
    </PopoverNext>
  )
}

/** Exports all alerts that match the filter as a file. */
function ExportButton() {
  const { queue } = useAlertPage()
  const [loading, setLoading] = useState(false)

  async function save(): Promise<void> {
    const { filter, sort } = queue.query()
    setLoading(true)
    try {
      await download(
        exportAlerts,
        { ...filter, sort },
        `alerts-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.csv`,
      )
    } catch (problem) {
      notify({ tone: 'error', text: `The alerts were not exported. ${messageOf(problem)}` })
    }
    setLoading(false)
  }

  return <IconButton icon={<DownloadIcon />} label="Export as CSV" disabled={loading} onClick={() => void save()} />
}

function Total() {
  const ready = useQueue(({ phase }) => phase === 'ready')
  const total = useQueue(({ queue }) => queue.total)
  return ready ? <span className="am-total num">{total === 1 ? '1 alert' : `${number(total)} alerts`}</span> : null
}
