import { HTMLSelect } from '@blueprintjs/core'
import { qualityProfileNames, type SoftwarePolicies } from '@carapace/shared/sbom/policies.contract'
import { useState } from 'react'
import { ActButton } from '../../core/ui/act-button.tsx'
import { Field } from '../../core/ui/field.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { usePolicies } from './use-policies.ts'

/** By which profile documents are judged, and how good they must be (rule SBOM-UI-15). */
export function QualityPolicyTab() {
  const { policies, problem, refetch, ...rest } = usePolicies()
  return (
    <Loaded
      what="The policy"
      data={policies}
      problem={problem}
      onRetry={refetch}
      skeleton={<SkeletonRows rows={4} columns={['200px', '1fr']} />}
    >
      {({ quality, revision }) => <QualityForm key={revision} quality={quality} {...rest} />}
    </Loaded>
  )
}

interface QualityFormProps extends Pick<ReturnType<typeof usePolicies>, 'save' | 'action' | 'refusal'> {
  readonly quality: SoftwarePolicies['quality']
}

function QualityForm({ quality, save, action, refusal }: QualityFormProps) {
  const [profile, setProfile] = useState(quality.profile)
  const [least, setLeast] = useState(String(quality.least))
  const points = /^\d{1,3}$/.test(least) && Number(least) <= 100 ? Number(least) : undefined
  return (
    <form
      className="c-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (points !== undefined) void save({ quality: { profile, least: points } })
      }}
    >
      <Field label="Profile" hint="Its points are shown in the list of releases.">
        {(id, describedBy) => (
          <HTMLSelect
            id={id}
            aria-describedby={describedBy}
            value={profile}
            disabled={refusal !== undefined}
            options={[...qualityProfileNames]}
            onChange={(event) => setProfile(event.currentTarget.value as typeof profile)}
          />
        )}
      </Field>
      <Field label="Least points, of 100" hint="A document with fewer is marked.">
        {(id, describedBy) => (
          <input
            id={id}
            aria-describedby={describedBy}
            className="bp6-input num"
            inputMode="numeric"
            maxLength={3}
            value={least}
            disabled={refusal !== undefined}
            onChange={(event) => setLeast(event.target.value)}
          />
        )}
      </Field>
      <div className="c-form-foot">
        <ActButton
          type="submit"
          size="medium"
          intent="primary"
          variant="solid"
          text="Save"
          loading={action.busy}
          disabled={points === undefined}
          refusal={refusal}
        />
        {action.problem !== undefined && (
          <span className="c-problem" role="alert">
            {action.problem}
          </span>
        )}
      </div>
    </form>
  )
}
