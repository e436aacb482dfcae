import { HTMLSelect } from '@blueprintjs/core'
import {
  cryptoClasses,
  type CryptoRuleId,
  cryptoRuleIds,
  cryptoRules,
  cryptoSeverities,
} from '@carapace/shared/sbom/cbom/crypto-rules'
import {
  type CryptoPolicyFields,
  type CryptoPolicyWire,
  getCryptoPolicy,
  saveCryptoPolicy,
} from '@carapace/shared/sbom/crypto.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { accept, useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { sentenceCase } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { Field } from '../../core/ui/field.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import { classNames } from './words.ts'

/** How the organisation judges cryptography (rule CBOM-UI-6). */
export function PolicyTab({ onSaved }: { readonly onSaved: () => void }) {
  const { data, problem, refetch } = useEndpoint(getCryptoPolicy, {})
  return (
    <Loaded
      what="The policy"
      data={data}
      problem={problem}
      onRetry={refetch}
      skeleton={<SkeletonRows rows={12} columns={['200px', '1fr']} />}
    >
      {({ policy }) => <PolicyForm key={policy.revision} policy={policy} onSaved={onSaved} />}
    </Loaded>
  )
}

interface PolicyFormProps {
  readonly policy: CryptoPolicyWire
  readonly onSaved: () => void
}

function PolicyForm({ policy, onSaved }: PolicyFormProps) {
  const refusal = useRefusal(saveCryptoPolicy)
  const action = useAction()
  const [severities, setSeverities] = useState(policy.severities)
  const [days, setDays] = useState(String(policy.expiry_days))
  const [endOfLife, setEndOfLife] = useState(policy.end_of_life ?? '')
  const [storage, setStorage] = useState(policy.secure_storage.join('\n'))
  const isValid = /^\d{1,4}$/.test(days) && Number(days) <= 3_650
  const save = () =>
    action.run(async () => {
      const saved = await call(saveCryptoPolicy, {
        revision: policy.revision,
        severities,
        expiry_days: Number(days),
        end_of_life: endOfLife === '' ? null : endOfLife,
        secure_storage: linesOf(storage),
      })
      accept(getCryptoPolicy, {}, { policy: saved.policy })
      toast.success('The policy is saved.')
      onSaved()
    })
  const isFixed = refusal !== undefined
  return (
    <form
      className="sb-scroll cb-scroll cb-policy"
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) void save()
      }}
    >
      <div className="cb-policy-head">
        <Field label="Days before expiry" hint="A certificate that ends within so many days expires soon.">
          {(id, describedBy) => (
            <input
              id={id}
              aria-describedby={describedBy}
              className="bp6-input num"
              inputMode="numeric"
              maxLength={4}
              value={days}
              disabled={isFixed}
              onChange={(event) => setDays(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="End of life of the vehicles"
          hint="Certificates that end before it are marked. Empty: not checked."
        >
          {(id, describedBy) => (
            <input
              id={id}
              aria-describedby={describedBy}
              type="date"
              className="bp6-input"
              value={endOfLife}
              disabled={isFixed}
              onChange={(event) => setEndOfLife(event.target.value)}
            />
          )}
        </Field>
        <Field label="Secure storage" hint="Own words for secure storage of keys, one a line.">
          {(id, describedBy) => (
            <textarea
              id={id}
              aria-describedby={describedBy}
              className="bp6-input cb-storage"
              rows={3}
              maxLength={10_000}
              value={storage}
              disabled={isFixed}
              onChange={(event) => setStorage(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Rules severities={severities} isFixed={isFixed} onChange={setSeverities} />
      <div className="c-form-foot cb-foot">
        <ActButton
          type="submit"
          size="medium"
          intent="primary"
          variant="solid"
          text="Save"
          loading={action.busy}
          disabled={!isValid}
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

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

type Severities = CryptoPolicyFields['severities']

interface RulesProps {
  readonly severities: Severities
  readonly isFixed: boolean
  readonly onChange: (severities: Severities) => void
}

const byClass = cryptoClasses.flatMap((of) => cryptoRuleIds.filter((id) => cryptoRules[id].class === of))

function Rules({ severities, isFixed, onChange }: RulesProps) {
  const choose = (rule: CryptoRuleId, value: string) => {
    const { [rule]: _, ...rest } = severities
    const severity = [...cryptoSeverities, 'off' as const].find((one) => one === value)
    onChange(severity === undefined || severity === cryptoRules[rule].severity ? rest : { ...rest, [rule]: severity })
  }
  return (
    <table className="c-table">
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col">Class</th>
          <th scope="col">Severity</th>
          <th scope="col">Source</th>
        </tr>
      </thead>
      <tbody>
        {byClass.map((id) => {
          const { title, severity, source } = cryptoRules[id]
          return (
            <tr key={id}>
              <td>{title}</td>
              <td>{classNames[cryptoRules[id].class]}</td>
              <td>
                <HTMLSelect
                  aria-label={`Severity of ${title}`}
                  value={severities[id] ?? severity}
                  disabled={isFixed}
                  onChange={(event) => choose(id, event.currentTarget.value)}
                  options={[
                    ...cryptoSeverities.map((one) => ({
                      value: one,
                      label: one === severity ? `${sentenceCase(one)} (shipped)` : sentenceCase(one),
                    })),
                    { value: 'off', label: 'Off' },
                  ]}
                />
              </td>
              <td className="sb-wrap">{source}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
