import { type Agreement, setAgreementProgram } from '@carapace/shared/interface-agreement/agreements.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { DialogForm } from './dialog-form.tsx'
import { ProgramField } from './program-field.tsx'

interface ProgramDialogProps {
  readonly agreement: Pick<Agreement, 'uuid' | 'program_uuid'>
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Chooses the program whose artefacts are the own evidence. */
export function ProgramDialog({ agreement, onDone, onClose }: ProgramDialogProps) {
  const [program, setProgram] = useState(agreement.program_uuid)
  const { busy, problem, run } = useAction()
  const save = () =>
    void run(async () => {
      await call(setAgreementProgram, { agreement_uuid: agreement.uuid, program_uuid: program })
      onDone()
      onClose()
    })
  return (
    <DialogForm
      title="Program of this agreement"
      action="Choose"
      isReady={program !== agreement.program_uuid}
      isBusy={busy}
      problem={problem}
      onSubmit={save}
      onClose={onClose}
    >
      <ProgramField value={program} onChange={setProgram} />
    </DialogForm>
  )
}
