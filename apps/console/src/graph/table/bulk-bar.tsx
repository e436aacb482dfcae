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
import { dependentsOf, dependentsText } from '../links/dependents.ts'
import { tried, usePageContext } from '../page/page-context.tsx'
import { StatusItems } from '../editing/status-menu.tsx'
import { useTable, useTableStore } from './table-state.ts'
import { inputFor, type Part, valueOf } from '../editing/values.ts'

/** The bulk actions for the selected rows; shown only with a selection. */
export function BulkBar({ rows }: { readonly rows: readonly Artefact[] }) {
  const table = useTableStore()
  const { refusal } = usePageContext()
  const selected = useTable((state) => state.selected)
  if (selected.size === 0) return null
  const select = (uuids: readonly string[]) => table.setState({ selected: new Set(uuids) })

  return (
    <div className="gr-bulk" role="toolbar" aria-label="Selected rows">
      <strong className="num" aria-live="polite">
        {number(selected.size)} selected
      </strong>
      {rows.length > selected.size && (
        <button type="button" className="gr-bulk-all" onClick={() => select(rows.map(({ uuid }) => uuid))}>
          Select all {number(rows.length)}
        </button>
      )}
      <span className="gr-bulk-acts">
        {refusal === undefined && <BulkActions chosen={rows.filter(({ uuid }) => selected.has(uuid))} />}
        <Button variant="minimal" size="small" endIcon={<Kbd keys="Escape" />} onClick={() => select([])}>
          Clear
        </Button>
      </span>
    </div>
  )
}

/** The actions on the selected rows: status, project, deletion. */
function BulkActions({ chosen }: { readonly chosen: readonly Artefact[] }) {
  const { kind } = usePageContext()
  const { busy, set, remove } = useBulkActions(chosen)
  const [isConfirming, setConfirming] = useState(false)
  const status = (
    <StatusItems kind={kind} label="Status of the selected" onChoose={(word) => void set('@status', word)} />
  )
  const project = (
    <ProjectItems label="Project of the selected" none="None" onChoose={(uuid) => void set('@project', uuid)} />
  )
  return (
    <>
      <PopoverNext placement="bottom-start" arrow={false} animation="minimal" content={status}>
        <Button size="small" variant="outlined" loading={busy} text="Status" />
      </PopoverNext>
      <PopoverNext placement="bottom-start" arrow={false} animation="minimal" content={project}>
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
      <DeleteDialog
        chosen={chosen}
        isOpen={isConfirming}
        busy={busy}
        onConfirm={() => void remove(() => setConfirming(false))}
        onClose={() => setConfirming(false)}
      />
    </>
  )
}

interface DeleteDialogProps {
  readonly chosen: readonly Artefact[]
  readonly isOpen: boolean
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before the deletion, and names what depends on the selected rows. */
function DeleteDialog({ chosen, isOpen, busy, onConfirm, onClose }: DeleteDialogProps) {
  const { kind, program } = usePageContext()
  const uuids = chosen.map(({ uuid }) => uuid)
  const dependents = isOpen ? dependentsOf(program.state.getState(), uuids) : []
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Delete ${countOf(chosen.length, kind)}?`}
      action="Delete"
      isDanger
      isBusy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {dependentsText(dependents, chosen.length)} Links to the deleted artefacts end. Their history stays, and baselines
      keep them as they were.
    </ConfirmDialog>
  )
}

/** The writes of the bar, each with its report. */
function useBulkActions(chosen: readonly Artefact[]) {
  const { kind, program } = usePageContext()
  const [busy, setBusy] = useState(false)
  const perform = async (action: () => Promise<void>) => {
    setBusy(true)
    await tried(action)
    setBusy(false)
  }
  const set = (part: Part, value: unknown) =>
    perform(async () => {
      const changed = chosen.filter((row) => valueOf(row, part) !== value)
      await program.save({
        artefacts: changed.map(({ uuid, revision, kind: each }) => ({
          uuid,
          revision,
          kind: each,
          ...inputFor(part, value),
        })),
      })
      toast.success(`${countOf(changed.length, kind)} changed.`)
    })
  const remove = (onDone: () => void) =>
    perform(async () => {
      await program.remove(chosen)
      toast.success(`${countOf(chosen.length, kind)} deleted.`)
      onDone()
    })
  return { busy, set, remove }
}

/** `3 assets`. */
function countOf(count: number, kind: string): string {
  const { title, plural } = artefactKindNamed(kind)!
  return `${number(count)} ${(count === 1 ? title : plural).toLowerCase()}`
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
