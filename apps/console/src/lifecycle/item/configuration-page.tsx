import { Failure } from '@carapace/shared/core/failure'
import { lifecycleKeys } from '@carapace/shared/lifecycle/program/lifecycle-entries'
import type { ProgramChoices } from '@carapace/shared/lifecycle/program/program-choices'
import { phaseLabels } from '@carapace/shared/graph/programs/phases'
import { getProgramConfig, saveProgramConfig } from '@carapace/shared/lifecycle/program/program-config.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { call, messageOf } from '../../core/call/call.ts'
import { usePageFact } from '../../core/page/page-facts.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { NoProgram } from '../../graph/programs/no-program.tsx'
import { useProgram } from '../../graph/store/program-store.ts'
import { useAccess } from '../../graph/programs/use-access.ts'
import { steps } from '../program/steps.ts'
import { ElementList } from './element-list.tsx'
import '../../graph/graph.css'
import '../../core/ui/form.css'
import './item.css'

type Config = z.output<typeof getProgramConfig.output>

const lists = ['system', 'component', 'feature', 'function', 'vehicle-model'] as const

/** The configuration of a program: its item, and the choices from the lists that every program has. */
export function ConfigurationPage({
  programId,
  projectId,
}: {
  readonly programId?: string | undefined
  readonly projectId?: string | undefined
}) {
  usePageTitle('Program Configuration')
  if (programId === undefined) return <NoProgram page="Program Configuration" />
  return <Configured key={programId} programId={programId} projectId={projectId} />
}

function Configured({ programId, projectId }: { readonly programId: string; readonly projectId: string | undefined }) {
  const { program: about, refusal, problem: hidden } = useAccess(programId)
  const { data, problem, refetch } = useEndpoint(getProgramConfig, { project_uuid: programId })
  const program = useProgram(programId, lists)
  usePageFact('Program', about?.name)
  usePageFact('Phase', about && phaseLabels[about.current_phase])
  return (
    <div className="it-config">
      <PageHead title="Program Configuration" />
      {data === undefined && (problem ?? hidden) !== undefined && (
        <ErrorState
          title="The configuration did not load"
          onRetry={refetch}
        >{`Failed to fetch program config: ${problem ?? hidden}`}</ErrorState>
      )}
      {data === undefined && problem === undefined && <SkeletonRows rows={8} columns={['1fr', '1fr', '1fr']} />}
      {data && (
        <div className="it-config-body">
          <div className="it-lists">
            {lists.map((kind) => (
              <ElementList key={kind} program={program} projectId={projectId} kind={kind} refusal={refusal} />
            ))}
          </div>
          <Choices config={data} refusal={refusal} onChanged={refetch} />
        </div>
      )}
    </div>
  )
}

interface ChoicesProps {
  readonly config: Config
  readonly refusal: string | undefined
  readonly onChanged: () => void
}

/** The choices, stored with each tick. After a conflict the current choices are shown. */
function Choices({ config, refusal, onChanged }: ChoicesProps) {
  const { program_uuid: programUuid, method } = config
  const [isBusy, setBusy] = useState(false)
  // the choices just stored, until the program is read again
  const [saved, setSaved] = useState<Pick<Config, 'revision' | 'chosen'>>()
  const { revision, chosen } = saved && saved.revision >= config.revision ? saved : config
  const save = async (change: Partial<ProgramChoices>) => {
    setBusy(true)
    setSaved({ revision, chosen: { ...chosen, ...change } })
    try {
      const { revision: now } = await call(saveProgramConfig, { program_uuid: programUuid, revision, chosen: change })
      setSaved({ revision: now, chosen: { ...chosen, ...change } })
    } catch (problem) {
      setSaved(undefined)
      toast.error(
        problem instanceof Failure && problem.code === 'ROW_CHANGED'
          ? 'Somebody changed this program first. It is shown as it is now; try again.'
          : messageOf(problem),
      )
    }
    onChanged()
    setBusy(false)
  }
  const isShut = refusal !== undefined || isBusy
  const toggled = <T extends string>(before: readonly T[], one: string) =>
    before.includes(one as T) ? before.filter((each) => each !== one) : [...before, one as T]
  return (
    <div className="it-chosen">
      <Ticks
        title="Propulsion"
        options={config.propulsion_types}
        chosen={chosen.propulsion_types}
        isShut={isShut}
        onToggle={(key) => void save({ propulsion_types: toggled(chosen.propulsion_types, key) })}
      />
      <section className="c-panel" aria-labelledby="it-design">
        <header className="c-panel-head">
          <h2 id="it-design">Design type</h2>
        </header>
        <div className="it-ticks" role="radiogroup" aria-labelledby="it-design">
          {[...config.design_type, { key: '', label: 'Not stated' }].map(({ key, label }) => (
            <label key={key} className="c-radio">
              <input
                type="radio"
                name="design-type"
                checked={(chosen.design_type ?? '') === key}
                disabled={isShut}
                onChange={() => void save({ design_type: (key || null) as ProgramChoices['design_type'] })}
              />
              {label}
            </label>
          ))}
        </div>
      </section>
      <Ticks
        title="Regulations and standards"
        options={config.regulation_types}
        chosen={chosen.regulation_types}
        isShut={isShut}
        onToggle={(key) => void save({ regulation_types: toggled(chosen.regulation_types, key) })}
      />
      <Ticks
        title="Rating"
        options={config.rating_types}
        chosen={chosen.rating_types}
        isShut={isShut}
        onToggle={(key) => void save({ rating_types: toggled(chosen.rating_types, key) })}
      />
      <Ticks
        title="Lifecycle steps"
        options={stepOptions}
        chosen={shownSteps(chosen)}
        isShut={isShut}
        onToggle={(key) => void save({ hidden_steps: toggled(chosen.hidden_steps ?? [], key) })}
      />
      <section className="c-panel" aria-labelledby="it-method">
        <header className="c-panel-head">
          <h2 id="it-method">Method</h2>
          <Link to="/org/lifecycle/projects/view/manage" search={{ programId: programUuid }}>
            Manage
          </Link>
        </header>
        <p className="it-method">
          {method.name}, version {method.version}
        </p>
      </section>
    </div>
  )
}

const stepOptions = lifecycleKeys.map((key) => ({ key, label: steps[key].title }))

/** The steps that the program goes through; the other ones are hidden in its menu (rule LIFECYCLE-10). */
const shownSteps = ({ hidden_steps: hidden = [] }: ProgramChoices) =>
  lifecycleKeys.filter((key) => !hidden.includes(key))

interface TicksProps {
  readonly title: string
  readonly options: readonly { readonly key: string; readonly label: string }[]
  readonly chosen: readonly string[]
  readonly isShut: boolean
  readonly onToggle: (key: string) => void
}

function Ticks({ title, options, chosen, isShut, onToggle }: TicksProps) {
  return (
    <section className="c-panel" aria-label={title}>
      <header className="c-panel-head">
        <h2>{title}</h2>
        <span className="c-note num">
          {chosen.length} of {options.length}
        </span>
      </header>
      <div className="it-ticks">
        {options.map(({ key, label }) => (
          <label key={key} className="c-radio">
            <input type="checkbox" checked={chosen.includes(key)} disabled={isShut} onChange={() => onToggle(key)} />
            {label}
          </label>
        ))}
      </div>
    </section>
  )
}
