import { Button, DialogBody, DialogFooter, HTMLSelect } from '@blueprintjs/core'
import { getMethods, useMethod as takeMethod } from '@carapace/shared/lifecycle/methods/methods.contract'
import { getProgramConfig } from '@carapace/shared/lifecycle/program/program-config.contract'
import type { Method } from '@carapace/shared/lifecycle/methods/method'
import type { Program } from '@carapace/shared/graph/programs/programs.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { number } from '../../core/format/format.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { Field } from '../../core/ui/field.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { PreviewTable, usePreview } from '../methods/preview.tsx'
import { keyOf, type MethodVersion, titleOf } from '../../graph/methods/versions.ts'
import { Panel } from '../../core/ui/panel.tsx'

interface MethodPanelProps {
  readonly program: Program
  readonly refusal: string | undefined
  readonly again: () => void
}

/**
 * The version of the methods that a program's assessments use, and the action to change it, which shows a preview
 * first.
 */
export function MethodPanel({ program, refusal, again }: MethodPanelProps) {
  const { data, problem, refetch } = useEndpoint(getMethods, {})
  const used = useEndpoint(getProgramConfig, { project_uuid: program.uuid }, pageSubject)
  const inUse = used.data?.method
  const [chosen, setChosen] = useState<string>()
  const released = data?.methods.filter(({ state }) => state === 'released') ?? []
  const other = released.find((method) => keyOf(method) === chosen)
  return (
    <Panel title="Method" extra={inUse && <InUse method={inUse} />}>
      {problem !== undefined && data === undefined && (
        <ErrorState title="The methods did not load" onRetry={refetch}>
          {problem}
        </ErrorState>
      )}
      {data === undefined && problem === undefined && <SkeletonRows rows={1} columns={['1fr', '80px']} />}
      {data !== undefined && inUse !== undefined && (
        <div className="c-form">
          <Field
            label="Take another version"
            hint="Assessments stay as they are until you have seen what would change."
          >
            {(id) => (
              <HTMLSelect
                id={id}
                disabled={refusal !== undefined}
                title={refusal ?? ''}
                value={chosen ?? keyOf(inUse)}
                options={released.map((method) => ({
                  value: keyOf(method),
                  label: `${titleOf(method)}${keyOf(method) === keyOf(inUse) ? ', in use' : ''}`,
                }))}
                onChange={(event) =>
                  setChosen(event.currentTarget.value === keyOf(inUse) ? undefined : event.currentTarget.value)
                }
              />
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
            used.refetch()
            again()
          }}
        />
      )}
    </Panel>
  )
}

function InUse({ method }: { readonly method: Pick<MethodVersion<Method>, 'uuid' | 'name' | 'version'> }) {
  return (
    <span className="pg-inline">
      <span className="pg-note">{titleOf(method)} in use</span>
      <Link to="/org/lifecycle/methods" search={method.uuid === null ? {} : { method: method.uuid }}>
        All methods
      </Link>
    </span>
  )
}

interface PreviewProps {
  readonly program: Program
  readonly method: MethodVersion<Method>
  readonly onClose: () => void
  readonly onTaken: () => void
}

/** The preview of the risks with another version; applying it is the second step. */
function Preview({ program, method, onClose, onTaken }: PreviewProps) {
  const preview = usePreview(program.uuid, method.uuid)
  const action = useAction()
  const take = () =>
    void action.run(async () => {
      const { changed } = await call(takeMethod, {
        program_uuid: program.uuid,
        revision: program.revision,
        method_uuid: method.uuid,
      })
      toast.success(
        `${titleOf(method)} is in use: ${number(changed)} ${changed === 1 ? 'scenario' : 'scenarios'} reassessed.`,
      )
      onTaken()
    })
  return (
    <Dialog className="pg-preview" isOpen title={`${titleOf(method)}: what would change`} onClose={onClose}>
      <DialogBody>
        <PreviewTable {...preview} />
        {action.problem !== undefined && (
          <p className="c-problem" role="alert">
            {action.problem}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button variant="outlined" onClick={onClose}>
              Leave it
            </Button>
            <Button intent="primary" loading={action.busy} disabled={preview.data === undefined} onClick={take}>
              Take {titleOf(method)}
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
