import { Button, DialogBody, HTMLSelect } from '@blueprintjs/core'
import {
  type HardwarePart,
  type ReleaseChoice,
  saveCompatibilityRule,
} from '@carapace/shared/component-configuration/configuration.contract'
import type { CompatibilityKind } from '@carapace/shared/component-configuration/configuration'
import type { InputOf } from '@carapace/shared/core/endpoint'
import { type SubmitEvent, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { Field, LineField } from '../../core/ui/field.tsx'
import { PartPicker, ReleasePicker } from '../variants/picker.tsx'
import '../../core/ui/form.css'

const kinds: Readonly<Record<CompatibilityKind, string>> = {
  NEEDS_PART: 'needs a hardware part',
  EXCLUDES: 'excludes another release',
  REQUIRES: 'requires another software',
}

interface Draft {
  readonly kind: CompatibilityKind
  readonly release: ReleaseChoice | null
  readonly part: HardwarePart | null
  readonly other: ReleaseChoice | null
  readonly least: string
  readonly note: string
}

/** The input of a complete draft; undefined while something is not chosen. */
function inputOf({
  kind,
  release,
  part,
  other,
  least,
  note,
}: Draft): InputOf<typeof saveCompatibilityRule> | undefined {
  if (release === null) return undefined
  const common = { release_uuid: release.uuid, note: note.trim() }
  if (kind === 'NEEDS_PART') return part === null ? undefined : { ...common, kind, part_uuid: part.uuid }
  if (other === null) return undefined
  return kind === 'EXCLUDES'
    ? { ...common, kind, other_release_uuid: other.uuid }
    : { ...common, kind, other_software_uuid: other.software_uuid, least_version: least.trim() }
}

/** Adds a compatibility rule. */
export function RuleDialog({ onClose }: { readonly onClose: (isSaved: boolean) => void }) {
  const [draft, setDraft] = useState<Draft>({
    kind: 'NEEDS_PART',
    release: null,
    part: null,
    other: null,
    least: '',
    note: '',
  })
  const [picking, setPicking] = useState<'release' | 'part' | 'other'>()
  const action = useAction()
  const input = inputOf(draft)
  const change = (fields: Partial<Draft>) => {
    setDraft({ ...draft, ...fields })
    setPicking(undefined)
  }
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    if (input)
      void action.run(async () => {
        await call(saveCompatibilityRule, input)
        onClose(true)
      })
  }
  const { kind, release, part, other } = draft
  const otherText = other && (kind === 'REQUIRES' ? other.software : `${other.software} ${other.version}`)
  return (
    <Dialog className="cc-dialog" isOpen title="New compatibility rule" onClose={() => onClose(false)}>
      <form noValidate onSubmit={save}>
        <DialogBody>
          <Choice
            label="Release"
            text={release && `${release.software} ${release.version}`}
            onClick={() => setPicking('release')}
          />
          <Field label="Rule">
            {(id) => (
              <HTMLSelect
                id={id}
                value={kind}
                options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
                onChange={(event) => change({ kind: event.currentTarget.value as CompatibilityKind })}
              />
            )}
          </Field>
          {kind === 'NEEDS_PART' ? (
            <Choice label="Hardware part" text={part && part.part_number} onClick={() => setPicking('part')} />
          ) : (
            <Choice
              label={kind === 'EXCLUDES' ? 'Other release' : 'Other software'}
              text={otherText}
              onClick={() => setPicking('other')}
            />
          )}
          {kind === 'REQUIRES' && (
            <LineField
              label="Lowest version"
              hint="Empty: any version."
              value={draft.least}
              maxLength={100}
              autoComplete="off"
              onChange={(least) => setDraft({ ...draft, least })}
            />
          )}
          <LineField
            label="Note"
            value={draft.note}
            maxLength={1_000}
            autoComplete="off"
            onChange={(note) => setDraft({ ...draft, note })}
          />
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions
          action="Save"
          isReady={input !== undefined}
          isBusy={action.busy}
          onCancel={() => onClose(false)}
        />
      </form>
      {picking === 'part' && (
        <PartPicker
          ecu={release?.ecu ?? ''}
          onClose={() => setPicking(undefined)}
          onPick={(chosen) => change({ part: chosen })}
        />
      )}
      {picking !== undefined && picking !== 'part' && (
        <ReleasePicker
          ecu=""
          onClose={() => setPicking(undefined)}
          onPick={(chosen) => change({ [picking]: chosen })}
        />
      )}
    </Dialog>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly text: string | null
  readonly onClick: () => void
}

function Choice({ label, text, onClick }: ChoiceProps) {
  return (
    <Field label={label}>
      {(id) => <Button id={id} variant="outlined" text={text ?? 'Choose'} alignText="start" onClick={onClick} />}
    </Field>
  )
}
