import type { DbcSignal } from '@carapace/shared/msoc/dbc/model'

/** A signal's value names, comment and attributes. */
export function SignalFacts({ signal: { name, comment, values, attributes } }: { readonly signal: DbcSignal }) {
  return (
    <div className="dl-signal-facts">
      <h4>{name}</h4>
      {comment !== '' && <p className="dl-comment">{comment}</p>}
      {values.length > 0 && <ValueList values={values} label={`Values of ${name}`} />}
      {attributes.length > 0 && (
        <dl className="dl-facts-list">
          {attributes.map((attribute) => (
            <div key={attribute.name}>
              <dt>{attribute.name}</dt>
              <dd className="num">{attribute.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {comment === '' && values.length === 0 && attributes.length === 0 && (
        <p className="dl-comment">No further information.</p>
      )}
    </div>
  )
}

/** Raw values and their names, lowest first. */
export function ValueList({ values, label }: { readonly values: DbcSignal['values']; readonly label: string }) {
  const sorted = values.toSorted((one, other) => one.value - other.value)
  return (
    <dl className="dl-values" aria-label={label}>
      {sorted.map(({ value, name }, index) => (
        <div key={index}>
          <dt className="num">{value}</dt>
          <dd>{name}</dd>
        </div>
      ))}
    </dl>
  )
}
