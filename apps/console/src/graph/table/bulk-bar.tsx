import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { getProjects } from '@carapace/shared/graph/programs/projects.contract'
import { useState } from 'react'
import { number } from '../../core/format/format.ts'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { Kbd } from '../../core/ui/kbd.tsx'
import { toast } from '../../core/ui/toast.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { tried, usePageContext } from '../page/page-context.tsx'
import { StatusItems } from '../editing/status-menu.tsx'
import { useTable, useTableStore } from './table-state.ts'
import { inputFor, type Part, valueOf } from '../editing/values.ts'

/** The bulk actions for the selected rows; shown only with a selection. */
export function BulkBar({ rows }: { readonly rows: readonly Artefact[] }) {
  const table = useTableStore()
  const { refusal, kind, program } = usePageContext()
  const selected = useTable((state) => state.selected)
  const [busy, setBusy] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  if (selected.size === 0) return null
  const chosen = rows.filter(({ uuid }) => selected.has(uuid))
  const words = (count: number) =>
    `${number(count)} ${(count === 1 ? artefactKindNamed(kind)!.title : artefactKindNamed(kind)!.plural).toLowerCase()}`
  const set = (part: Part, value: unknown) =>
    doing(async () => {
      const changed = chosen.filter((row) => valueOf(row, part) !== value)
      await program.save({
        artefacts: changed.map(({ uuid, revision, kind: each }) => ({
          uuid,
          revision,
          kind: each,
          ...inputFor(part, value),
        })),
      })
      toast.success(`${words(changed.length)} changed.`)
    })
  const remove = () =>
    doing(async () => {
      await program.remove(chosen)
      toast.success(`${words(chosen.length)} deleted.`)
      setConfirming(false)
    })

  return (
    <div className="gr-bulk" role="toolbar" aria-label="Selected rows">
      <strong className="num" aria-live="polite">
        {number(selected.size)} selected
      </strong>
      {rows.length > selected.size && (
        <button
          type="button"
          className="gr-bulk-all"
          onClick={() => table.setState({ selected: new Set(rows.map(({ uuid }) => uuid)) })}
        >
          Select all {number(rows.length)}
        </button>
      )}
      <span className="gr-bulk-acts">
        {refusal === undefined && (
          <>
            <PopoverNext
              placement="bottom-start"
              arrow={false}
              animation="minimal"
              content={
                <StatusItems
                  kind={kind}
                  label="Status of the selected"
                  onChoose={(status) => void set('@status', status)}
                />
              }
            >
              <Button size="small" variant="outlined" loading={busy} text="Status" />
            </PopoverNext>
            <PopoverNext
              placement="bottom-start"
              arrow={false}
              animation="minimal"
              content={
                <ProjectItems
                  label="Project of the selected"
                  none="None"
                  onChoose={(uuid) => void set('@project', uuid)}
                />
              }
            >
              <Button size="small" variant="outlined" loading={busy} text="Project" />
            </PopoverNext>
            <Button
              size="small"
              variant="outlined"
              intent="danger"
              loading={busy}
              text="Delete"
              onClick={() => setConfirming(true)}
            />
          </>
        )}
        <Button
          variant="minimal"
          size="small"
          endIcon={<Kbd keys="Escape" />}
          onClick={() => table.setState({ selected: new Set() })}
        >
          Clear
        </Button>
      </span>
      <ConfirmDialog
        isOpen={isConfirming}
        title={`Delete ${words(chosen.length)}?`}
        action="Delete"
        isDanger
        isBusy={busy}
        onConfirm={() => void remove()}
        onClose={() => setConfirming(false)}
      >
        Their links end. Their history stays, and baselines keep them as they were.
      </ConfirmDialog>
    </div>
  )

  async function doing(action: () => Promise<void>): Promise<void> {
    setBusy(true)
    await tried(action)
    setBusy(false)
  }
}

interface ProjectItemsProps {
  readonly label: string
  /** The label of the option "no project"; absent: that option is not offered. */
  readonly none?: string
  readonly onChoose: (uuid: string | null) => void
}

/** The projects of the program as menu items. */
export function ProjectItems({ label, none, onChoose }: ProjectItemsProps) {
  const {
    program: { programUuid },
  } = usePageContext()
  const { data, problem } = useEndpoint(getProjects, { program_uuid: programUuid, perPage: 100 })
  return (
    <Menu aria-label={label}>
      {data?.projects.map(({ uuid, name }) => (
        <MenuItem key={uuid} roleStructure="menuitem" text={name} onClick={() => onChoose(uuid)} />
      ))}
      {problem !== undefined && <MenuItem roleStructure="menuitem" disabled text={problem} />}
      {data?.projects.length === 0 && (
        <MenuItem roleStructure="menuitem" disabled text="This program has no projects" />
      )}
      {none !== undefined && <MenuItem roleStructure="menuitem" text={none} onClick={() => onChoose(null)} />}
    </Menu>
  )
}
