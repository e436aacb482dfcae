import { DialogBody, HTMLSelect } from '@blueprintjs/core'
import type { Catalogue, CatalogueEntry } from '@carapace/shared/catalogues/catalogue.contract'
import { getArtefacts, saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { artefactOf, madeOf } from '@carapace/shared/lifecycle/proposals/from-entry'
import { mayEditProgram } from '@carapace/shared/graph/members/membership'
import { getPrograms } from '@carapace/shared/graph/programs/programs.contract'
import { useState } from 'react'
import { call } from '../core/call/call.ts'
import { number } from '../core/format/format.ts'
import { useSession } from '../core/session/session.ts'
import { DialogActions } from '../core/ui/dialog-actions.tsx'
import { Dialog } from '../core/ui/dialog.tsx'
import { Field } from '../core/ui/field.tsx'
import { toast } from '../core/ui/toast.ts'
import { useEndpoint } from '../core/call/query.ts'
import { useAction } from '../core/call/use-action.ts'
import { wholeCatalogue } from './use-entries.ts'
import { catalogueWords } from './words.ts'
import '../core/ui/form.css'

interface UseDialogProps {
  readonly catalogue: Catalogue
  readonly entries: readonly CatalogueEntry[]
  readonly onUsed: () => void
  readonly onClose: () => void
}

/** Maximum number of entries in one call. */
const mostAtOnce = 200

/** Creates artefacts in a program from the selected entries (rule CATALOGUE-UI-6). */
export function UseDialog({ catalogue, entries, onUsed, onClose }: UseDialogProps) {
  const { link } = madeOf[catalogue]
  const { becomes } = catalogueWords[catalogue]
  const [programUuid, setProgramUuid] = useState('')
  const [asset, setAsset] = useState('')
  const { programs, problem } = useOwnPrograms()
  const action = useAction()
  const what = entries.length === 1 ? `1 ${becomes}` : `${number(entries.length)} ${becomes}s`
  const use = async () => {
    await makeAll(programUuid, catalogue, entries, asset)
    toast.success(`${what} made in ${programs?.find(({ uuid }) => uuid === programUuid)?.name ?? 'the program'}.`)
    onUsed()
    onClose()
  }
  return (
    <Dialog className="c-small-dialog" isOpen title="Use in a program" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(use)
        }}
      >
        <DialogBody>
          <p className="c-say ct-use">
            Makes {what}, marked with the {entries.length === 1 ? 'entry' : 'entries'} of the catalogue.
          </p>
          <Field label="Program" hint={programs?.length === 0 ? 'There is no program that you may change.' : undefined}>
            {(id) => (
              <HTMLSelect
                id={id}
                fill
                value={programUuid}
                options={[
                  { value: '', label: 'Choose one' },
                  ...(programs ?? []).map(({ uuid, name }) => ({ value: uuid, label: name })),
                ]}
                onChange={(event) => {
                  setProgramUuid(event.currentTarget.value)
                  setAsset('')
                }}
              />
            )}
          </Field>
          {link !== undefined && programUuid !== '' && (
            <AssetField key={programUuid} programUuid={programUuid} value={asset} onChange={setAsset} />
          )}
          {(action.problem ?? problem) !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem ?? problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Use" isReady={programUuid !== ''} isBusy={action.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** The programs that the user may change. */
function useOwnPrograms() {
  const { data, problem } = useEndpoint(getPrograms, { perPage: 100 })
  const role = useSession()?.role
  return {
    programs: data?.programs.filter(
      ({ my_role: programRole }) => role !== undefined && mayEditProgram({ role, programRole }),
    ),
    problem,
  }
}

interface AssetFieldProps {
  readonly programUuid: string
  readonly value: string
  readonly onChange: (uuid: string) => void
}

function AssetField({ programUuid, value, onChange }: AssetFieldProps) {
  const { data } = useEndpoint(getArtefacts, { program_uuid: programUuid, kinds: 'asset', limit: 2_000 })
  return (
    <Field label="Of the asset" hint="May be left for later.">
      {(id, describedBy) => (
        <HTMLSelect
          id={id}
          fill
          aria-describedby={describedBy}
          value={value}
          options={[
            { value: '', label: 'None yet' },
            ...(data?.artefacts ?? []).map(({ uuid, code, title }) => ({ value: uuid, label: `${code} ${title}` })),
          ]}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

async function makeAll(
  programUuid: string,
  catalogue: Catalogue,
  entries: readonly CatalogueEntry[],
  asset: string,
): Promise<void> {
  const { link } = madeOf[catalogue]
  const attacks = catalogue === 'attack' ? await wholeCatalogue('attack') : []
  for (let at = 0; at < entries.length; at += mostAtOnce) {
    const artefacts = entries.slice(at, at + mostAtOnce).map((entry) => artefactOf(entry, attacks, crypto.randomUUID()))
    await call(saveArtefacts, {
      program_uuid: programUuid,
      artefacts,
      link:
        link === undefined || asset === ''
          ? []
          : artefacts.map(({ new_uuid: uuid }) => ({ kind: link, from: asset, to: uuid! })),
    })
  }
}
