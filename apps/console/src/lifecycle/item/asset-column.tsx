import { Button } from '@blueprintjs/core'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useState } from 'react'
import { toast } from '../../core/ui/toast.ts'
import { tried, usePageContext } from '../../graph/page/page-context.tsx'
import { type GraphState, linkedWith } from '../../graph/store/graph-state.ts'
import { NodeLink } from '../../graph/links/node-link.tsx'
import type { ArtefactColumn } from '../../graph/table/rows.ts'

/** The assets derived from an element, or the button to create one. */
export function assetColumn(graph: GraphState): ArtefactColumn {
  const assets = (row: Artefact) => linkedWith(graph, row.uuid, 'downstream', 'is-asset').map(({ node }) => node)
  return {
    key: 'asset',
    title: 'Asset',
    width: 112,
    priority: 2,
    render: (row) => <AssetCell row={row} assets={assets(row)} />,
    text: (row) =>
      assets(row)
        .map(({ code, title }) => `${code} ${title}`)
        .join(', '),
    choices: [
      { word: 'yes', text: 'Is an asset' },
      { word: 'no', text: 'Is none' },
    ],
    has: (row) => [assets(row).length > 0 ? 'yes' : 'no'],
  }
}

function AssetCell({
  row,
  assets,
}: {
  readonly row: Artefact
  readonly assets: ReturnType<typeof linkedWith>[number]['node'][]
}) {
  const { program, refusal } = usePageContext()
  const [isBusy, setBusy] = useState(false)
  if (assets.length > 0)
    return (
      <span className="it-assets">
        {assets.slice(0, 2).map((asset) => (
          <NodeLink key={asset.uuid} node={asset} className="mono" />
        ))}
      </span>
    )
  if (refusal !== undefined) return <span className="gr-none">–</span>
  const make = () =>
    tried(async () => {
      const uuid = crypto.randomUUID()
      const [made] = await program.save({
        artefacts: [
          {
            kind: 'asset',
            new_uuid: uuid,
            title: row.title,
            ...(row.project_uuid !== null && { project_uuid: row.project_uuid }),
          },
        ],
        link: [{ kind: 'is-asset', from: row.uuid, to: uuid }],
      })
      if (made) toast.success(`${made.code} ${made.title} is an asset now.`)
    })
  return (
    <Button
      size="small"
      variant="minimal"
      className="it-make"
      loading={isBusy}
      aria-label={`Make asset of ${row.code}`}
      onClick={() => {
        setBusy(true)
        void make().then(() => setBusy(false))
      }}
    >
      Make asset
    </Button>
  )
}
