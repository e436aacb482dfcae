import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon } from '@blueprintjs/icons'
import { bulkUpdateCases } from '@carapace/shared/msoc/cases/case-actions.contract'
import { caseStages } from '@carapace/shared/msoc/cases/cases'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { severities } from '@carapace/shared/msoc/severity'
import { type ReactElement, useState } from 'react'
import { sentenceCase } from '../../../core/format/format.ts'
import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { Avatar } from '../../../core/ui/avatar.tsx'
import { Kbd } from '../../../core/ui/kbd.tsx'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { StatusTag } from '../status-tag.tsx'
import { useOwners } from '../use-owners.ts'
import { useCaseSettings } from '../use-settings.ts'
import { type BulkChange, casesText, movedText } from './bulk.ts'
import { useSelection } from '../../../core/table/selection.tsx'
import { TagsDialog } from './tags-dialog.tsx'
import type { useBulk } from './use-bulk.ts'

interface BulkBarProps {
  readonly rows: readonly Case[]
  readonly bulk: ReturnType<typeof useBulk>
}

/** The actions on the selected cases; shown only with a selection (rule CASE-UI-41). */
export function BulkBar({ rows, bulk: { busy, run, undo } }: BulkBarProps) {
  const { selected, set } = useSelection()
  const [tagging, setTagging] = useState(false)
  const refusal = useRefusal(bulkUpdateCases)
  const chosen = rows.filter(({ uuid }) => selected.has(uuid))
  const act = (change: BulkChange, done: string) => void run(chosen, change, done)
  useHotkeys([
    { keys: 'z', title: 'Undo the last change', group: 'Cases', run: () => void undo() },
    { keys: 'Escape', title: 'Clear the selection', group: 'Cases', run: () => set([]) },
  ])
  if (chosen.length === 0) return null

  return (
    <div className="cs-bulk" role="toolbar" aria-label="Selected cases">
      <strong className="num" aria-live="polite">
        {casesText(chosen.length)} selected
      </strong>
      {rows.length > chosen.length && (
        <Button
          size="small"
          variant="minimal"
          text="Select all loaded"
          onClick={() => set(rows.map(({ uuid }) => uuid))}
        />
      )}
      <span className="cs-right cs-row">
        <Choice name="Status" refusal={refusal} busy={busy} menu={<StatusItems act={act} />} />
        <Choice name="Owner" refusal={refusal} busy={busy} menu={<OwnerItems act={act} />} />
        <Choice name="Severity" refusal={refusal} busy={busy} menu={<SeverityItems act={act} />} />
        <ActButton refusal={refusal} disabled={busy} text="Tags" onClick={() => setTagging(true)} />
        <Button variant="minimal" size="small" endIcon={<Kbd keys="Escape" />} onClick={() => set([])}>
          Clear
        </Button>
      </span>
      <TagsDialog
        isOpen={tagging}
        cases={chosen}
        onClose={() => setTagging(false)}
        onTags={(change) => act(change, 'tagged')}
      />
    </div>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly refusal: string | undefined
  readonly busy: boolean
  readonly menu: ReactElement
}

function Choice({ name, refusal, busy, menu }: ChoiceProps) {
  return (
    <PopoverNext
      content={menu}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      disabled={refusal !== undefined || busy}
    >
      <ActButton refusal={refusal} disabled={busy} endIcon={<CaretDownIcon />} text={name} />
    </PopoverNext>
  )
}

interface ItemsProps {
  readonly act: (change: BulkChange, done: string) => void
}

function StatusItems({ act }: ItemsProps) {
  const { settings } = useCaseSettings()
  return (
    <Menu aria-label="Status">
      {caseStages.map((stage) => (
        <MenuItem
          key={stage}
          text={sentenceCase(stage)}
          onClick={() => act({ stage, status: null }, movedText(stage))}
        />
      ))}
      {settings !== undefined && settings.statuses.length > 0 && <MenuDivider />}
      {settings?.statuses.map(({ uuid, name, colour, stage }) => (
        <MenuItem
          key={uuid}
          text={<StatusTag name={name} colour={colour} />}
          label={sentenceCase(stage)}
          onClick={() => act({ status: uuid }, `set to ${name}`)}
        />
      ))}
    </Menu>
  )
}

function OwnerItems({ act }: ItemsProps) {
  const { members } = useOwners()
  return (
    <Menu className="c-filter-menu" aria-label="Owner">
      <MenuItem text="Assign to me" onClick={() => act({ owner: 'me' }, 'assigned to you')} />
      <MenuDivider />
      {members?.map(({ uuid, name, email }) => (
        <MenuItem
          key={uuid}
          icon={<Avatar name={name} email={email} />}
          text={name || email}
          onClick={() => act({ owner: uuid }, `assigned to ${name || email}`)}
        />
      ))}
      <MenuItem text="Nobody" onClick={() => act({ owner: null }, 'unassigned')} />
    </Menu>
  )
}

function SeverityItems({ act }: ItemsProps) {
  return (
    <Menu aria-label="Severity">
      {severities.map((severity) => (
        <MenuItem
          key={severity}
          icon={<SeverityGlyph severity={severity} />}
          text={sentenceCase(severity)}
          onClick={() => act({ severity }, `set to ${sentenceCase(severity).toLowerCase()}`)}
        />
      ))}
    </Menu>
  )
}
