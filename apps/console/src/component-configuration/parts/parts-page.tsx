import { Checkbox, DialogBody } from '@blueprintjs/core'
import { AddIcon, OneToOneIcon } from '@blueprintjs/icons'
import {
  deleteHardwarePart,
  type HardwarePart,
  listHardwareParts,
  saveHardwarePart,
} from '@carapace/shared/component-configuration/configuration.contract'
import { type SubmitEvent, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { usePages } from '../../core/call/use-pages.ts'
import { number } from '../../core/format/format.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useRefusal } from '../../core/session/may.ts'
import { type Column, ColumnChoice, DataTable } from '../../core/table/data-table.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { LineField } from '../../core/ui/field.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import type { ListSearch } from '../search.ts'
import '../../core/ui/form.css'
import '../configuration.css'

const tableId = 'component-configuration-parts'
const columns: readonly Column<HardwarePart>[] = [
  { key: 'number', title: 'Part number', width: 160, mono: true, always: true, render: ({ part_number: one }) => one },
  { key: 'ecu', title: 'Control unit', width: 120, always: true, render: ({ ecu }) => ecu },
  { key: 'name', title: 'Name', width: 240, grow: 2, priority: 2, render: ({ name }) => name },
  { key: 'supplier', title: 'Supplier', width: 180, grow: 1, priority: 3, render: ({ supplier }) => supplier },
  { key: 'hsm', title: 'HSM', width: 64, priority: 1, render: ({ has_hsm: has }) => (has ? 'Yes' : 'No') },
  {
    key: 'variants',
    title: 'Variants',
    width: 84,
    numeric: true,
    priority: 4,
    render: ({ variants }) => number(variants),
  },
]

interface PartsPageProps {
  readonly search: ListSearch
  readonly go: (search: ListSearch, replace?: boolean) => void
}

/** The hardware parts of control units (rule VARIANT-UI-7 of ../SPEC.md). */
export function PartsPage({ search, go }: PartsPageProps) {
  usePageTitle('Hardware parts')
  const query = search.q === undefined ? {} : { q: search.q }
  const [open, setOpen] = useState<HardwarePart | 'new'>()
  const { rows, first, problem, more, retry } = usePages([listHardwareParts.path, query], async (cursor, signal) => {
    const page = await call(listHardwareParts, { ...query, ...(cursor !== undefined && { cursor }) }, { signal })
    return { rows: page.parts, next: page.next_cursor, total: page.total }
  })
  const refusal = useRefusal(saveHardwarePart)
  const add = () => refusal === undefined && setOpen('new')
  useHotkeys([{ keys: 'n', title: 'New part', group: 'Hardware parts', run: add }])
  const close = (isChanged: boolean) => {
    setOpen(undefined)
    if (isChanged) retry()
  }
  return (
    <div className="cc-page">
      <PageHead title="Hardware parts">
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          icon={<AddIcon />}
          keys="n"
          text="New part"
          refusal={refusal}
          onClick={add}
        />
      </PageHead>
      <div className="c-toolbar">
        <SearchField
          value={search.q ?? ''}
          label="Search parts"
          placeholder="Part number, control unit, name, supplier"
          onSearch={(q) => go({ q: q || undefined }, true)}
        />
        <span className="c-toolbar-total num" role="status">
          {first === undefined ? '' : `${number(first.total)} ${first.total === 1 ? 'part' : 'parts'}`}
        </span>
        <ColumnChoice id={tableId} columns={columns} />
      </div>
      <div className="cc-body">
        <DataTable
          id={tableId}
          label="Hardware parts"
          columns={columns}
          rows={rows}
          keyOf={({ uuid }) => uuid}
          onEnd={more}
          onRetry={retry}
          onOpen={(part) => refusal === undefined && setOpen(part)}
          {...(rows === undefined && problem !== undefined && { problem })}
          empty={
            <EmptyState icon={<OneToOneIcon size={24} />} title="No hardware part">
              {search.q === undefined
                ? 'A part is the hardware of a control unit, with its number and supplier.'
                : 'No part has these words.'}
            </EmptyState>
          }
        />
      </div>
      {open !== undefined && <PartDialog part={open === 'new' ? undefined : open} onClose={close} />}
    </div>
  )
}

interface PartDialogProps {
  /** Absent for a new one. */
  readonly part: HardwarePart | undefined
  readonly onClose: (isChanged: boolean) => void
}

function PartDialog({ part, onClose }: PartDialogProps) {
  const [draft, setDraft] = useState({
    part_number: part?.part_number ?? '',
    ecu: part?.ecu ?? '',
    name: part?.name ?? '',
    supplier: part?.supplier ?? '',
    has_hsm: part?.has_hsm ?? false,
  })
  const action = useAction()
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    void action.run(async () => {
      await call(saveHardwarePart, { ...draft, ...(part && { uuid: part.uuid, revision: part.revision }) })
      onClose(true)
    })
  }
  const remove = () =>
    void action.run(async () => {
      await call(deleteHardwarePart, { uuid: part!.uuid, revision: part!.revision })
      onClose(true)
    })
  const field = (name: 'part_number' | 'ecu' | 'name' | 'supplier', label: string, maxLength: number) => (
    <LineField
      label={label}
      value={draft[name]}
      maxLength={maxLength}
      required={name === 'part_number' || name === 'ecu'}
      autoFocus={name === 'part_number'}
      autoComplete="off"
      onChange={(value) => setDraft({ ...draft, [name]: value })}
    />
  )
  return (
    <Dialog
      className="cc-dialog"
      isOpen
      title={part === undefined ? 'New hardware part' : part.part_number}
      onClose={() => onClose(false)}
    >
      <form noValidate onSubmit={save}>
        <DialogBody>
          {field('part_number', 'Part number', 100)}
          {field('ecu', 'Control unit', 64)}
          {field('name', 'Name', 200)}
          {field('supplier', 'Supplier', 200)}
          <Checkbox
            label="It has a hardware security module"
            checked={draft.has_hsm}
            onChange={(event) => setDraft({ ...draft, has_hsm: event.currentTarget.checked })}
          />
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
          {part !== undefined && (
            <ActButton text="Remove this part" refusal={undefined} loading={action.busy} onClick={remove} />
          )}
        </DialogBody>
        <DialogActions
          action="Save"
          isReady={draft.part_number.trim() !== '' && draft.ecu.trim() !== ''}
          isBusy={action.busy}
          onCancel={() => onClose(false)}
        />
      </form>
    </Dialog>
  )
}
