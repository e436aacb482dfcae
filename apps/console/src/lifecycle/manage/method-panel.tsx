import { Button, DialogBody, DialogFooter, HTMLSelect } from '@blueprintjs/core'
import { getMethods, previewMethod, useMethod as takeMethod } from '@carapace/shared/lifecycle/methods.contract'
import { getProgramConfig } from '@carapace/shared/lifecycle/projects.contract'
import type { Program } from '@carapace/shared/lifecycle/programs.contract'
import { useCallback, useState } from 'react'
import type { z } from 'zod'
import { call } from '../../core/call.ts'
import { number } from '../../core/format.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { Field } from '../../core/ui/field.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import { useAnswer } from '../../core/use-answer.ts'
import { useDeed } from '../../core/use-deed.ts'
import { RiskChange } from '../../graph/risk-chip.tsx'
import { Panel } from '../panel.tsx'
import { useTold } from '../use-told.ts'

type Version = z.output<typeof getMethods.output>['methods'][number]

interface MethodPanelProps {
  readonly program: Program
  readonly refusal: string | undefined
  readonly again: () => void
}

const shipped = 'shipped'
const keyOf = ({ uuid }: Pick<Version, 'uuid'>) => uuid ?? shipped
const titleOf = ({ name, version }: Pick<Version, 'name' | 'version'>) => `${name} v${version}`

/** The version of the methods that a program's assessments are made with, and the way to another one: what would change is shown first. */
export function MethodPanel({ program, refusal, again }: MethodPanelProps) {
  const { data, problem, ask } = useAnswer(getMethods, {})
  const used = useTold(useCallback(async (signal: AbortSignal) => (await call(getProgramConfig, { project_uuid: program.uuid }, { signal })).method, [program.uuid]))
  const [chosen, setChosen] = useState<string>()
  const released = data?.methods.filter(({ state }) => state === 'released') ?? []
  const other = released.find((method) => keyOf(method) === chosen)
  return (
    <Panel title="Method" aside={used.data && <span className="pg-note">{titleOf(used.data)} in use</span>}>
      {problem !== undefined && data === undefined && <ErrorState title="The methods did not load" onRetry={ask}>{problem}</ErrorState>}
      {data === undefined && problem === undefined && <SkeletonRows rows={1} columns={['1fr', '80px']} />}
      {data !== undefined && used.data !== undefined && (
        <div className="c-form">
          <Field label="Take another version" hint="Assessments stay as they are until you have seen what would change.">
            {(id) => (
              <HTMLSelect id={id} disabled={refusal !== undefined} title={refusal ?? ''} value={chosen ?? keyOf(used.data!)} options={released.map((method) => ({ value: keyOf(method), label: `${titleOf(method)}${keyOf(method) === keyOf(used.data!) ? ', in use' : ''}` }))}
                onChange={(event) => setChosen(event.currentTarget.value === keyOf(used.data!) ? undefined : event.currentTarget.value)} />
            )}
          </Field>
        </div>
      )}
      {other && (
        <Preview
          program={program}
          method={other}
          onClose={() => setChosen(undefined)}
          onTaken={() => {
            setChosen(undefined)
            used.again()
            again()
          }}
        />
      )}
    </Panel>
  )
}

interface PreviewProps {
  readonly program: Program
  readonly method: Version
  readonly onClose: () => void
  readonly onTaken: () => void
}

/** What another version would make of the program's risks; taking it is the second step. */
function Preview({ program, method, onClose, onTaken }: PreviewProps) {
  const { data, problem, ask } = useAnswer(previewMethod, { program_uuid: program.uuid, ...(method.uuid !== null && { method_uuid: method.uuid }) })
  const deed = useDeed()
  const take = () => void deed.run(async () => {
    const { changed } = await call(takeMethod, { program_uuid: program.uuid, revision: program.revision, method_uuid: method.uuid })
    toast.success(`${titleOf(method)} is in use: ${number(changed)} ${changed === 1 ? 'scenario' : 'scenarios'} assessed anew.`)
    onTaken()
  })
  return (
    <Dialog className="pg-preview" isOpen title={`${titleOf(method)}: what would change`} onClose={onClose}>
      <DialogBody>
        {problem !== undefined && data === undefined && <ErrorState title="The preview did not load" onRetry={ask}>{problem}</ErrorState>}
        {data === undefined && problem === undefined && <SkeletonRows rows={6} columns={['80px', '2fr', '80px', '80px']} />}
        {data && <p className="pg-counts num"><span><b>{number(data.changed)}</b> of {number(data.scenarios)} scenarios change</span></p>}
        {data && data.changes.length > 0 && (
          <div className="c-scroll" tabIndex={0} role="group" aria-label="What would change">
            <table className="c-table">
              <thead><tr><th scope="col">Scenario</th><th scope="col">Title</th><th scope="col">Initial</th><th scope="col">Today</th><th scope="col">Target</th><th scope="col">CAL</th></tr></thead>
              <tbody>{data.changes.map((change) => <Change key={change.uuid} change={change} />)}</tbody>
            </table>
          </div>
        )}
        {data && data.changed > data.changes.length && <p className="c-note">The first {data.changes.length} are shown.</p>}
        {deed.problem !== undefined && <p className="c-problem" role="alert">{deed.problem}</p>}
      </DialogBody>
      <DialogFooter actions={<><Button variant="outlined" onClick={onClose}>Leave it</Button><Button intent="primary" loading={deed.busy} disabled={data === undefined} onClick={take}>Take {titleOf(method)}</Button></>} />
    </Dialog>
  )
}

function Change({ change: { code, title, before, after } }: { readonly change: z.output<typeof previewMethod.output>['changes'][number] }) {
  return (
    <tr>
      <td className="mono">{code}</td>
      <td title={title}>{title}</td>
      {(['initial', 'today', 'target'] as const).map((scenario) => <td key={scenario}><RiskChange from={before[scenario]} to={after[scenario]} /></td>)}
      <td className="num">{before.cal ?? '–'} → {after.cal ?? '–'}</td>
    </tr>
  )
}
