import type { AttributeDefinition, Dbc } from '@carapace/shared/msoc/dbc/model'
import type { Fault } from '@carapace/shared/msoc/dbc/parse'
import type { ReactNode } from 'react'
import { FaultList } from './fault-list.tsx'
import { ValueList } from './signal-facts.tsx'

interface ContentsViewProps {
  readonly dbc: Dbc
  readonly warnings: readonly Fault[]
}

const owners = { '': 'database', BU_: 'nodes', BO_: 'messages', SG_: 'signals', EV_: 'environment variables' } as const

/** The contents of a database besides its messages: nodes, value tables, attributes, and problems found. */
export function ContentsView({ dbc, warnings }: ContentsViewProps) {
  return (
    <section className="dl-contents" aria-label="Tables and attributes" tabIndex={0}>
      {dbc.comment !== '' && <p className="dl-comment">{dbc.comment}</p>}
      {warnings.length > 0 && (
        <Part title="Problems">
          <FaultList label="Problems" faults={warnings} />
        </Part>
      )}
      {dbc.nodes.length > 0 && (
        <Part title="Nodes">
          <dl className="dl-facts-list">
            {dbc.nodes.map(({ name, comment }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{comment}</dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {dbc.attributeDefinitions.length + dbc.attributes.length > 0 && (
        <Part title="Attributes">
          <table className="dl-signals" aria-label="Attributes">
            <thead>
              <tr>
                <th scope="col">Attribute</th>
                <th scope="col">Of</th>
                <th scope="col">Type</th>
                <th scope="col">By default</th>
                <th scope="col">Of the database</th>
              </tr>
            </thead>
            <tbody>
              {dbc.attributeDefinitions.map((definition) => (
                <tr key={`${definition.owner} ${definition.name}`}>
                  <td>{definition.name}</td>
                  <td>{owners[definition.owner]}</td>
                  <td>{kindOf(definition)}</td>
                  <td>{definition.byDefault ?? ''}</td>
                  <td>
                    {definition.owner === ''
                      ? (dbc.attributes.find(({ name }) => name === definition.name)?.value ?? '')
                      : ''}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      )}
      {dbc.valueTables.map(({ name, values }) => (
        <Part key={name} title={name}>
          <ValueList values={values} label={name} />
        </Part>
      ))}
      {dbc.kept.length > 0 && (
        <Part title="Uninterpreted lines">
          <pre className="dl-kept mono">{dbc.kept.join('\n')}</pre>
        </Part>
      )}
    </section>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="dl-part" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function kindOf({ type }: AttributeDefinition): string {
  if (type.kind === 'ENUM') return type.words.join(', ')
  if (type.kind === 'STRING') return 'text'
  const kind = type.kind === 'FLOAT' ? 'number' : 'integer'
  return type.range === null ? kind : `${kind}, ${type.range.join(' to ')}`
}
