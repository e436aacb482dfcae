import { DialogBody } from '@blueprintjs/core'
import { addCaseLink } from '@carapace/shared/msoc/cases/case-links.contract'
import { type LinkKind, linkKinds } from '@carapace/shared/msoc/cases/cases'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { LineField } from '../../../core/ui/field.tsx'
import { CaseSearch } from '../../alert-management/triage/case-search.tsx'
import { useCasePage } from '../page-context.tsx'
import { SelectField } from '../settings/select-field.tsx'
import { linkKindTexts } from './link-kinds.ts'
import type { VehicleChoice } from './vehicle-choices.ts'
import { VehicleSearch } from './vehicle-search.tsx'
import '../../alert-management/alert-management.css'

interface AddLinkProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Links the case with something: another case, a vehicle, an artefact of a program, a ticket or an address. */
export function AddLink({ isOpen, onClose }: AddLinkProps) {
  return (
    <Dialog className="c-small-dialog" isOpen={isOpen} title="Add a link" onClose={onClose}>
      <LinkForm onClose={onClose} />
    </Dialog>
  )
}

/** Observables are added on their own tab. */
const offered = linkKinds.filter((kind) => kind !== 'observable')

/** What names the target of each kind. */
const targetLabels: Partial<Record<LinkKind, readonly [string, string]>> = {
  'threat-scenario': ['Code or address', 'TS-031'],
  component: ['Code or address', 'CMP-014'],
  vulnerability: ['Number or address', 'CVE-2026-1234'],
  artefact: ['Code or address', 'CSR-114'],
  'psirt-ticket': ['Key or address', 'PSIRT-87'],
  reference: ['Address or text', 'https://'],
}

function LinkForm({ onClose }: Pick<AddLinkProps, 'onClose'>) {
  const { detail, again } = useCasePage()
  const [kind, setKind] = useState<LinkKind>('threat-scenario')
  const [other, setOther] = useState<Case>()
  const [vehicle, setVehicle] = useState<VehicleChoice>()
  const [target, setTarget] = useState('')
  const [title, setTitle] = useState('')
  const [note, setNote] = useState('')
  const { busy, problem, run } = useAction()
  const uuid = kind === 'case' ? other?.uuid : kind === 'vehicle' ? vehicle?.uuid : undefined
  const isReady = kind === 'case' || kind === 'vehicle' ? uuid !== undefined : target.trim() !== ''
  const add = () =>
    run(async () => {
      await call(addCaseLink, {
        case_uuid: detail.case.uuid,
        kind,
        note,
        ...(uuid === undefined ? { target: target.trim(), title } : { target_uuid: uuid }),
      })
      again()
      onClose()
    })
  const [label, example] = targetLabels[kind] ?? []

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !busy) void add()
      }}
    >
      <DialogBody>
        <SelectField
          label="Kind"
          value={kind}
          options={offered.map((each) => [each, linkKindTexts[each]] as const)}
          onChange={setKind}
        />
        {kind === 'case' && <CaseSearch chosen={other} onChoose={setOther} />}
        {kind === 'vehicle' && (
          <VehicleSearch
            ofCase={detail.alerts.flatMap((alert) => alert.vehicle ?? [])}
            chosen={vehicle}
            onChoose={setVehicle}
          />
        )}
        {label !== undefined && example !== undefined && (
          <>
            <LineField
              label={label}
              value={target}
              maxLength={1_000}
              placeholder={example}
              autoComplete="off"
              onChange={setTarget}
            />
            <LineField label="Title" value={title} maxLength={300} autoComplete="off" onChange={setTitle} />
          </>
        )}
        <LineField label="Note" value={note} maxLength={2_000} autoComplete="off" onChange={setNote} />
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            {problem}
          </p>
        )}
      </DialogBody>
      <DialogActions action="Add" isReady={isReady} isBusy={busy} onCancel={onClose} />
    </form>
  )
}
