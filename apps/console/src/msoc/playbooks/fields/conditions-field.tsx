import { Button, HTMLSelect } from '@blueprintjs/core'
import { PlusIcon, SmallCrossIcon } from '@blueprintjs/icons'
import { type Comparison, type Conditions, type Operator, operators } from '@carapace/shared/msoc/playbooks/playbook'
import { ExpressionInput } from './expression-input.tsx'
import { useFieldContext } from './field-context.ts'

const operatorTexts: Readonly<Record<Operator, string>> = {
  equals: 'is',
  not_equals: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  one_of: 'is one of',
  greater: '>',
  at_least: '≥',
  less: '<',
  at_most: '≤',
  is_set: 'is set',
  is_not_set: 'is not set',
}

const fresh: Comparison = { field: '', op: 'equals', value: '' }
const isGroup = (test: Comparison | Conditions): test is Conditions => 'tests' in test

interface ConditionsFieldProps {
  readonly conditions: Conditions
  readonly onChange: (conditions: Conditions) => void
  /** How deep this group is; the outermost is 1. */
  readonly depth?: number
}

/** Comparisons in rows, of which all or any must hold; groups nest three deep (rule PLAYBOOK-UI-15). */
export function ConditionsField({ conditions, onChange, depth = 1 }: ConditionsFieldProps) {
  const { isReadOnly } = useFieldContext()
  const { match, tests } = conditions
  const put = (index: number, test: Comparison | Conditions) =>
    onChange({ match, tests: tests.map((each, other) => (other === index ? test : each)) })
  const remove = (index: number) => onChange({ match, tests: tests.filter((_, other) => other !== index) })
  return (
    <fieldset className="pb-conditions" aria-label={depth === 1 ? 'Conditions' : 'Group of conditions'}>
      <HTMLSelect
        aria-label="How many must hold"
        value={match}
        disabled={isReadOnly}
        options={[
          { value: 'all', label: 'All of these hold' },
          { value: 'any', label: 'Any of these holds' },
        ]}
        onChange={(event) => onChange({ match: event.currentTarget.value as Conditions['match'], tests })}
      />
      {tests.map((test, index) => (
        <div key={index} className="pb-condition">
          {isGroup(test) ? (
            <ConditionsField conditions={test} depth={depth + 1} onChange={(next) => put(index, next)} />
          ) : (
            <ComparisonFields comparison={test} onChange={(next) => put(index, next)} />
          )}
          {!isReadOnly && (
            <Button
              variant="minimal"
              size="small"
              icon={<SmallCrossIcon />}
              aria-label={`Remove condition ${index + 1}`}
              disabled={tests.length === 1}
              onClick={() => remove(index)}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <span className="pb-adds">
          <Button
            variant="minimal"
            size="small"
            icon={<PlusIcon size={12} />}
            text="Add condition"
            onClick={() => onChange({ match, tests: [...tests, fresh] })}
          />
          {depth < 3 && (
            <Button
              variant="minimal"
              size="small"
              icon={<PlusIcon size={12} />}
              text="Add group"
              onClick={() =>
                onChange({ match, tests: [...tests, { match: match === 'all' ? 'any' : 'all', tests: [fresh] }] })
              }
            />
          )}
        </span>
      )}
    </fieldset>
  )
}

interface ComparisonFieldsProps {
  readonly comparison: Comparison
  readonly onChange: (comparison: Comparison) => void
}

function ComparisonFields({ comparison, onChange }: ComparisonFieldsProps) {
  const { isReadOnly } = useFieldContext()
  const { field, op, value } = comparison
  const hasValue = op !== 'is_set' && op !== 'is_not_set'
  return (
    <div className="pb-comparison">
      <ExpressionInput
        label="Field"
        placeholder="alert.severity"
        isTemplate={false}
        maxLength={300}
        value={field}
        onChange={(next) => onChange({ ...comparison, field: next })}
      />
      <HTMLSelect
        aria-label="Comparison"
        value={op}
        disabled={isReadOnly}
        options={operators.map((each) => ({ value: each, label: operatorTexts[each] }))}
        onChange={(event) => onChange({ ...comparison, op: event.currentTarget.value as Operator })}
      />
      {hasValue && (
        <ExpressionInput
          label="Value"
          placeholder={op === 'one_of' ? 'high, critical' : 'high'}
          isTemplate
          maxLength={1_000}
          value={value}
          onChange={(next) => onChange({ ...comparison, value: next })}
        />
      )}
    </div>
  )
}
