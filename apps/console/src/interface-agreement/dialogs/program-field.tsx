import { HTMLSelect } from '@blueprintjs/core'
import { getPrograms } from '@carapace/shared/graph/programs/programs.contract'
import { useEndpoint } from '../../core/call/query.ts'
import { Field } from '../../core/ui/field.tsx'

/** As many programs as one request answers, the latest changed first. */
const perPage = 100

interface ProgramFieldProps {
  readonly value: string | null
  readonly onChange: (programUuid: string | null) => void
}

/** Chooses a program of the own organisation, whose artefacts are the evidence for the agreement; or none. */
export function ProgramField({ value, onChange }: ProgramFieldProps) {
  const { data, problem } = useEndpoint(getPrograms, { perPage })
  const listed = (data?.programs ?? []).map(({ uuid, name }) => ({ value: uuid, label: name }))
  const isListed = value === null || listed.some((option) => option.value === value)
  const options = [
    { value: '', label: 'None' },
    ...(isListed ? [] : [{ value, label: data ? 'A program that you may not see' : '…' }]),
    ...listed,
  ]
  return (
    <Field label="Own program" hint={problem ?? 'Its artefacts are your evidence. The other side does not see it.'}>
      {(id, describedBy) => (
        <HTMLSelect
          id={id}
          fill
          aria-describedby={describedBy}
          value={value ?? ''}
          options={options}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      )}
    </Field>
  )
}
