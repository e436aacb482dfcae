import { Button } from '@blueprintjs/core'
import { ChevronDownIcon, ChevronRightIcon, DiagramTreeIcon } from '@blueprintjs/icons'
import { getTree } from '@carapace/shared/sbom/components.contract'
import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { messageOf } from '../../core/call/call.ts'
import { endpointQuery, queryClient, useEndpoint } from '../../core/call/query.ts'
import { number } from '../../core/format/format.ts'
import { type Column, DataTable } from '../../core/table/data-table.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { componentsText } from '../words.ts'
import type { TabProps } from './page-props.ts'
import { type Level, type TreeRow, treeRows } from './tree-rows.ts'

const perLevel = 500

/** What is loaded of the tree: the roots, and what is below the unfolded components. */
function useLevels(releaseUuid: string, open: ReadonlySet<string>) {
  const roots = useEndpoint(getTree, { release_uuid: releaseUuid, limit: perLevel }, { keepPrevious: false })
  const positions = useMemo(() => [...new Set([...open].map((path) => Number(path.split('/').at(-1))))], [open])
  const below = useQueries(
    {
      queries: positions.map((position) =>
        endpointQuery(getTree, { release_uuid: releaseUuid, position, limit: perLevel }),
      ),
    },
    queryClient,
  )
  const levels = new Map<number | undefined, Level | undefined>([[undefined, roots.data]])
  positions.forEach((position, at) => levels.set(position, below[at]?.data))
  const failed = below.find(({ error }) => error !== null)?.error
  return { levels, problem: roots.problem ?? (failed ? messageOf(failed) : undefined), retry: roots.refetch, roots }
}

/** What the subject of a release needs, unfolded level by level (rule SBOM-UI-7). */
export function TreeTab({ release, search, onOpen }: TabProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const { levels, problem, retry, roots } = useLevels(release.uuid, open)
  const rows = roots.data && treeRows((position) => levels.get(position), open)
  const toggle = (path: string, isOpen: boolean) =>
    setOpen((before) => {
      const next = new Set(before)
      if (isOpen) next.add(path)
      else next.delete(path)
      return next
    })
  const toggleRow = ({ node, path, isOpen, isRepeated }: TreeRow, to: boolean) =>
    node && node.children > 0 && !isRepeated && isOpen !== to && toggle(path, to)
  const columns = columnsOf(toggle)
  return (
    <div className="sb-main">
      <div className="c-toolbar">
        <span className="c-note">
          {roots.data && `${componentsText(roots.data.total)} at the top: the subject, and what nothing needs.`}
        </span>
        <span className="c-toolbar-total">
          <Button size="small" variant="minimal" text="Fold all" onClick={() => setOpen(new Set())} />
        </span>
        {rows !== undefined && problem !== undefined && (
          <span className="c-problem" role="alert">
            {problem}
          </span>
        )}
      </div>
      <DataTable
        id="sbom-tree"
        label="Dependencies"
        columns={columns}
        rows={rows}
        rowHeight={28}
        keyOf={({ path }) => path}
        onOpen={({ node }) => node && onOpen(node.position)}
        rowKeys={[
          { keys: 'l', title: 'Unfold the component', run: (row) => toggleRow(row, true) },
          { keys: 'h', title: 'Fold the component', run: (row) => toggleRow(row, false) },
        ]}
        {...(search.open !== undefined && { isSelected: ({ node }: TreeRow) => node?.position === search.open })}
        {...(rows === undefined && problem !== undefined && { problem })}
        onRetry={retry}
        empty={
          <EmptyState icon={<DiagramTreeIcon size={24} />} title="No dependencies">
            The document lists no components.
          </EmptyState>
        }
      />
    </div>
  )
}

function columnsOf(toggle: (path: string, isOpen: boolean) => void): readonly Column<TreeRow>[] {
  return [
    {
      key: 'name',
      title: 'Component',
      width: 360,
      grow: 3,
      always: true,
      render: (row) => <NameCell row={row} toggle={toggle} />,
    },
    { key: 'version', title: 'Version', width: 128, mono: true, render: ({ node }) => node?.version },
    { key: 'type', title: 'Type', width: 112, priority: 4, render: ({ node }) => node?.type },
    { key: 'licence', title: 'Licence', width: 160, grow: 1, priority: 2, render: ({ node }) => node?.licence },
    { key: 'scope', title: 'Scope', width: 80, priority: 5, render: ({ node }) => node?.scope },
    {
      key: 'needs',
      title: 'Needs',
      width: 72,
      numeric: true,
      priority: 3,
      render: ({ node }) => (node && node.children > 0 ? number(node.children) : ''),
    },
  ]
}

function NameCell({
  row: { node, path, indent, isOpen, isRepeated, rest },
  toggle,
}: {
  readonly row: TreeRow
  readonly toggle: (path: string, isOpen: boolean) => void
}) {
  const style = { paddingLeft: Math.min(indent, 24) * 16 }
  if (!node)
    return (
      <span className="sb-quiet" style={style}>
        {number(rest)} more: find them in the table
      </span>
    )
  const canOpen = node.children > 0 && !isRepeated
  return (
    <span className="sb-tree-cell" style={style}>
      {canOpen ? (
        <button
          type="button"
          className="sb-fold"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Fold' : 'Unfold'} ${node.name}`}
          onClick={() => toggle(path, !isOpen)}
        >
          {isOpen ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
        </button>
      ) : (
        <span className="sb-fold" />
      )}
      {node.group !== '' && <span className="sb-quiet">{node.group}/</span>}
      <span className="sb-name">{node.name}</span>
      {node.provides && <span className="sb-quiet"> provides</span>}
      {isRepeated && <span className="sb-quiet"> needs itself</span>}
    </span>
  )
}
