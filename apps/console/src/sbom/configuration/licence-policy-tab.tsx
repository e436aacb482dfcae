import { HTMLSelect } from '@blueprintjs/core'
import { type LicencePolicy, type LicenceVerdict, licenceVerdicts } from '@carapace/shared/sbom/policies.contract'
import { useState } from 'react'
import { dateTime } from '../../core/format/format.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { Field } from '../../core/ui/field.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { licencesIn, textOf } from './licence-lines.ts'
import { usePolicies } from './use-policies.ts'

const names: Readonly<Record<LicenceVerdict, string>> = { allow: 'Allowed', review: 'To review', deny: 'Denied' }
const choices = licenceVerdicts.map((value) => ({ value, label: names[value] }))

/** Which licences are allowed, denied, or need a review (rule SBOM-UI-14). */
export function LicencePolicyTab() {
  const { policies, problem, refetch, ...rest } = usePolicies()
  return (
    <Loaded
      what="The policy"
      data={policies}
      problem={problem}
      onRetry={refetch}
      skeleton={<SkeletonRows rows={6} columns={['200px', '1fr']} />}
    >
      {({ licences, revision, updated_by: by, updated_at: at }) => (
        <>
          <p className="c-note sb-pad">
            {at === null || by === '' ? 'Nobody has changed the policy yet.' : `Changed by ${by}, ${dateTime(at)}.`}
          </p>
          <PolicyForm key={revision} policy={licences} {...rest} />
        </>
      )}
    </Loaded>
  )
}

interface PolicyFormProps extends Pick<ReturnType<typeof usePolicies>, 'save' | 'action' | 'refusal'> {
  readonly policy: LicencePolicy
}

function PolicyForm({ policy, save, action, refusal }: PolicyFormProps) {
  const [lists, setLists] = useState({
    allow: textOf(policy.allow),
    review: textOf(policy.review),
    deny: textOf(policy.deny),
  })
  const [others, setOthers] = useState(policy.others)
  const [missing, setMissing] = useState(policy.missing)
  return (
    <form
      className="c-form sb-policy"
      onSubmit={(event) => {
        event.preventDefault()
        const { allow, review, deny } = lists
        void save({
          licences: { allow: licencesIn(allow), review: licencesIn(review), deny: licencesIn(deny), others, missing },
        })
      }}
    >
      {licenceVerdicts.map((verdict) => (
        <Field key={verdict} label={names[verdict]} hint="One SPDX id a line, such as MIT or GPL-2.0-only.">
          {(id, describedBy) => (
            <textarea
              id={id}
              aria-describedby={describedBy}
              className="bp6-input mono sb-licences"
              rows={8}
              spellCheck={false}
              value={lists[verdict]}
              disabled={refusal !== undefined}
              onChange={(event) => setLists({ ...lists, [verdict]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Field label="Licences on no list">
        {(id) => (
          <HTMLSelect
            id={id}
            value={others}
            disabled={refusal !== undefined}
            options={choices}
            onChange={(event) => setOthers(event.currentTarget.value as LicenceVerdict)}
          />
        )}
      </Field>
      <Field label="Components without a licence">
        {(id) => (
          <HTMLSelect
            id={id}
            value={missing}
            disabled={refusal !== undefined}
            options={choices}
            onChange={(event) => setMissing(event.currentTarget.value as LicenceVerdict)}
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
