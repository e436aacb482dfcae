import { HTMLSelect } from '@blueprintjs/core'
import { type Coverage, getCoverage } from '@carapace/shared/msoc/kpis/kpis.contract'
import { useState } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { number } from '../../core/format/format.ts'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { definitions } from './definitions.ts'
import { KpiPanel } from './kpi-panel.tsx'

type Matrix = Coverage['matrices'][number]
type Technique = Matrix['tactics'][number]['techniques'][number]

/** The matrix of techniques, with what covers each, and the gaps (rule KPI-UI-2). */
export function CoveragePanel() {
  const { data, problem, refetch } = useEndpoint(getCoverage, {})
  return (
    <KpiPanel title="Coverage of attack techniques" help={definitions.coverage}>
      <Loaded
        what="The coverage"
        data={data}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={8} columns={['1fr', '1fr', '1fr', '1fr', '1fr']} />}
      >
        {(coverage) => <Shown coverage={coverage} />}
      </Loaded>
    </KpiPanel>
  )
}

function Shown({ coverage }: { readonly coverage: Coverage }) {
  const [name, setName] = useState<string>(coverage.matrices[0]!.name)
  const matrix = coverage.matrices.find((each) => each.name === name) ?? coverage.matrices[0]!
  return (
    <>
      <div className="kp-coverage-head">
        <HTMLSelect
          aria-label="Matrix"
          value={name}
          options={coverage.matrices.map((each) => ({ value: each.name, label: each.title }))}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <p className="num">
          <strong>
            {matrix.covered} of {matrix.techniques}
          </strong>{' '}
          techniques covered by {number(coverage.rules)} enabled rules and the detectors
          {coverage.untagged > 0 && `; ${number(coverage.untagged)} rules name no technique`}
        </p>
        <p className="kp-marks">
          <span className="kp-technique kp-covered">Covered: rules + detectors</span>
          {coverage.has_scenarios && (
            <span className="kp-technique kp-wanted">Threat scenarios, but nothing that notices it</span>
          )}
          <span className="kp-technique">Gap</span>
        </p>
      </div>
      <div className="kp-matrix" tabIndex={0} role="region" aria-label={`Techniques of ${matrix.title}`}>
        {matrix.tactics.map(({ id, name: title, techniques }) => (
          <section key={id} aria-label={title}>
            <h3>
              {title}
              <span className="num">
                {techniques.filter(isCovered).length}/{techniques.length}
              </span>
            </h3>
            <ul>
              {techniques.map((technique) => (
                <TechniqueCell key={technique.id} technique={technique} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {coverage.others.length > 0 && (
        <p className="kp-others">
          Other techniques that rules name:{' '}
          {coverage.others.map(({ technique, rules }) => `${technique} (${rules})`).join(', ')}
        </p>
      )}
    </>
  )
}

const isCovered = ({ rules, detectors }: Technique) => rules + detectors > 0

function TechniqueCell({ technique }: { readonly technique: Technique }) {
  const { id, name, rules, detectors, scenarios, by } = technique
  const state = isCovered(technique) ? ' kp-covered' : scenarios > 0 ? ' kp-wanted' : ''
  const facts = [
    rules > 0 && `${rules} ${rules === 1 ? 'rule' : 'rules'}`,
    detectors > 0 && `${detectors} ${detectors === 1 ? 'detector' : 'detectors'}`,
    scenarios > 0 && `${scenarios} ${scenarios === 1 ? 'threat scenario' : 'threat scenarios'}`,
  ].filter((fact) => fact !== false)
  const text = facts.length > 0 ? facts.join(', ') : 'nothing notices it'
  return (
    <li className={`kp-technique${state}`} title={`${id} ${name}: ${text}${by.length > 0 ? `\n${by.join('\n')}` : ''}`}>
      <span>{name}</span>
      <span className="num">
        {isCovered(technique) ? `${rules} + ${detectors}` : '–'}
        {scenarios > 0 && <b> ⚑{scenarios}</b>}
      </span>
    </li>
  )
}
