import { TagIcon } from '@blueprintjs/icons'
import {
  type ComponentAlias,
  deleteComponentAlias,
  listComponentAliases,
  saveComponentAlias,
} from '@carapace/shared/sbom/policies.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { number } from '../../core/format/format.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { useRefusal } from '../../core/session/may.ts'
import { type Column, DataTable } from '../../core/table/data-table.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { toast } from '../../core/ui/toast.ts'
import { componentsText } from '../words.ts'
import { AliasDialog } from './alias-dialog.tsx'

const columns: readonly Column<ComponentAlias>[] = [
  {
    key: 'name',
    title: 'Own name',
    width: 200,
    grow: 1,
    always: true,
    render: ({ name }) => <b className="sb-name">{name}</b>,
    text: ({ name }) => name,
  },
  { key: 'supplier', title: 'Supplier', width: 140, priority: 3, render: ({ supplier }) => supplier || 'any' },
  {
    key: 'purl',
    title: 'Package URL',
    width: 240,
    grow: 1,
    mono: true,
    priority: 1,
    render: ({ purl }) => purl,
    text: ({ purl }) => purl ?? '',
  },
  {
    key: 'cpe',
    title: 'CPE',
    width: 240,
    grow: 1,
    mono: true,
    priority: 2,
    render: ({ cpe }) => cpe,
    text: ({ cpe }) => cpe ?? '',
  },
  { key: 'author', title: 'Author', width: 140, priority: 4, render: ({ author }) => author },
]

/** What the organisation calls components, and what they are (rule SBOM-UI-16). */
export function AliasesTab() {
  const { data, problem, refetch } = useEndpoint(listComponentAliases, {})
  const [open, setOpen] = useState<ComponentAlias | 'new'>()
  const [removed, setRemoved] = useState<ComponentAlias>()
  const refusal = useRefusal(saveComponentAlias)
  const action = useAction()
  const add = () => refusal === undefined && setOpen('new')
  useHotkeys([{ keys: 'n', title: 'Add an alias', group: 'Aliases', run: add }])
  const remove = ({ uuid, revision }: ComponentAlias) =>
    void action.run(async () => {
      const { components } = await call(deleteComponentAlias, { uuid, revision })
      toast.success(`The alias is removed; ${componentsText(components)} changed.`)
      setRemoved(undefined)
      refetch()
    })
  return (
    <div className="sb-main">
      <div className="c-toolbar">
        <span className="c-note">
          An alias holds in all releases at once: advisories are compared with what it states.
        </span>
        <span className="c-toolbar-total num" role="status">
          {data && `${number(data.aliases.length)} ${data.aliases.length === 1 ? 'alias' : 'aliases'}`}
        </span>
        <ActButton size="medium" keys="n" text="Add an alias" refusal={refusal} onClick={add} />
      </div>
      <DataTable
        id="sbom-aliases"
        label="Aliases"
        columns={columns}
        rows={data?.aliases}
        keyOf={({ uuid }) => uuid}
        {...(refusal === undefined && { onOpen: setOpen })}
        rowKeys={[
          { keys: 'Delete', title: 'Remove the alias', run: (row) => refusal === undefined && setRemoved(row) },
        ]}
        {...(data === undefined && problem !== undefined && { problem })}
        onRetry={refetch}
        empty={
          <EmptyState
            icon={<TagIcon size={24} />}
            title="No aliases yet"
            action={<ActButton size="medium" text="Add an alias" refusal={refusal} onClick={add} />}
          >
            State which package or product your own name of a component means.
          </EmptyState>
        }
      />
      {open !== undefined && (
        <AliasDialog
          {...(open !== 'new' && { alias: open })}
          onDone={refetch}
          onRemove={open === 'new' ? undefined : () => setRemoved(open)}
          onClose={() => setOpen(undefined)}
        />
      )}
      <ConfirmDialog
        isOpen={removed !== undefined}
        title={`Remove the alias ${removed?.name ?? ''}?`}
        action="Remove"
        isDanger
        isBusy={action.busy}
        onConfirm={() => removed && remove(removed)}
        onClose={() => setRemoved(undefined)}
      >
        Components of this name are then compared by what their documents state.
        {action.problem !== undefined && <p className="c-problem">{action.problem}</p>}
      </ConfirmDialog>
    </div>
  )
}
