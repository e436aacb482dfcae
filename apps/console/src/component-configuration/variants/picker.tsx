import { DialogBody } from '@blueprintjs/core'
import {
  type HardwarePart,
  listHardwareParts,
  listReleaseChoices,
  type ReleaseChoice,
} from '@carapace/shared/component-configuration/configuration.contract'
import { useState } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import '../configuration.css'

interface PickerProps<Choice> {
  readonly ecu: string
  readonly onPick: (choice: Choice | null) => void
  readonly onClose: () => void
}

/** Chooses a release of software; those of the control unit come first. */
export function ReleasePicker({ ecu, onPick, onClose }: PickerProps<ReleaseChoice>) {
  const [q, setQ] = useState('')
  const { data, problem } = useEndpoint(listReleaseChoices, { ...(q && { q }), ...(ecu && { ecu }) })
  return (
    <Choices
      title="Choose a release"
      label="Search releases"
      q={q}
      onSearch={setQ}
      problem={problem}
      choices={data?.releases.map((release) => ({
        key: release.uuid,
        text: `${release.software} ${release.version}`,
        detail: release.ecu,
        pick: () => onPick(release),
      }))}
      none="No release has these words. Releases are added in SBOM Management."
      onNone={() => onPick(null)}
      onClose={onClose}
    />
  )
}

/** Chooses a hardware part; only those of the control unit, if it has a name. */
export function PartPicker({ ecu, onPick, onClose }: PickerProps<HardwarePart>) {
  const [q, setQ] = useState('')
  const { data, problem } = useEndpoint(listHardwareParts, { limit: 50, ...(q && { q }), ...(ecu && { ecu }) })
  return (
    <Choices
      title="Choose a hardware part"
      label="Search parts"
      q={q}
      onSearch={setQ}
      problem={problem}
      choices={data?.parts.map((part) => ({
        key: part.uuid,
        text: part.part_number,
        detail: [part.ecu, part.name, part.has_hsm ? 'HSM' : ''].filter((word) => word !== '').join(' · '),
        pick: () => onPick(part),
      }))}
      none={`No hardware part${ecu === '' ? '' : ` of ${ecu}`} has these words.`}
      onNone={() => onPick(null)}
      onClose={onClose}
    />
  )
}

interface ChoicesProps {
  readonly title: string
  readonly label: string
  readonly q: string
  readonly onSearch: (q: string) => void
  readonly problem: string | undefined
  readonly choices: readonly { key: string; text: string; detail: string; pick: () => void }[] | undefined
  readonly none: string
  readonly onNone: () => void
  readonly onClose: () => void
}

function Choices({ title, label, q, onSearch, problem, choices, none, onNone, onClose }: ChoicesProps) {
  return (
    <Dialog className="cc-dialog" isOpen title={title} onClose={onClose}>
      <DialogBody className="cc-picker">
        <SearchField value={q} label={label} placeholder="Search" onSearch={onSearch} />
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            {problem}
          </p>
        )}
        {choices?.length === 0 && <p className="c-note">{none}</p>}
        <ul className="cc-picked" aria-label={title}>
          <li>
            <button type="button" onClick={onNone}>
              None
            </button>
          </li>
          {choices?.map(({ key, text, detail, pick }) => (
            <li key={key}>
              <button type="button" onClick={pick}>
                <span className="mono">{text}</span>
                <span className="c-note">{detail}</span>
              </button>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  )
}
