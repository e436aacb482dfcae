import { Button, DialogBody, HTMLSelect } from '@blueprintjs/core'
import type { SafetyMethodKind } from '@carapace/shared/functional-safety/method-kinds'
import {
  getSafetyMethods,
  useSafetyMethod as takeSafetyMethod,
} from '@carapace/shared/functional-safety/methods.contract'
import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { z } from 'zod'
import { call } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { Field } from '../../core/ui/field.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import { keyOf, titleOf } from '../../graph/methods/versions.ts'
import { usePageContext, usePageGraph } from '../../graph/page/page-context.tsx'
import { methodsUsed } from '../methods.ts'
import { differences } from './edits.ts'
import '../../core/ui/form.css'
import './methods.css'

type Methods = z.output<typeof getSafetyMethods.output>
type Version = Methods['methods'][number]

const words = {
  guidewords: {
    title: 'Guidewords',
    all: 'All guidewords',
    missing: 'Failures by a guideword that it lacks stay in the list, but have no cell.',
  },
  situations: {
    title: 'Situations',
    all: 'All situation catalogues',
    missing: 'Situations of hazardous events that have what it lacks are shown as a problem, to be chosen again.',
  },
} as const satisfies Record<SafetyMethodKind, unknown>

/** The version of a kind that the program uses, as a button that opens the choice of another (rule SAFETY-UI-20). */
export function ProgramMethod({ kind }: { readonly kind: SafetyMethodKind }) {
  const used = usePageGraph((graph) => methodsUsed(graph)?.[kind])
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outlined" disabled={used === undefined} onClick={() => setOpen(true)}>
        {words[kind].title}
        {used && `: ${titleOf(used)}`}
      </Button>
      {isOpen && <ChoiceDialog kind={kind} onClose={() => setOpen(false)} />}
    </>
  )
}

interface ChoiceDialogProps {
  readonly kind: SafetyMethodKind
  readonly onClose: () => void
}

function ChoiceDialog({ kind, onClose }: ChoiceDialogProps) {
  const { program, refusal } = usePageContext()
  const { data, problem, refetch } = useEndpoint(getSafetyMethods, { kind, program_uuid: program.programUuid })
  const { title } = words[kind]
  return (
    <Dialog className="sm-choice" isOpen title={`${title} of this program`} onClose={onClose}>
      <Loaded
        what={title}
        data={data}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={2} columns={['1fr']} />}
      >
        {(methods) => <Choice kind={kind} {...methods} refusal={refusal} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

interface ChoiceProps extends ChoiceDialogProps, Pick<Methods, 'methods' | 'used'> {
  readonly refusal: string | undefined
}

function Choice({ kind, methods, used, refusal, onClose }: ChoiceProps) {
  const { program, search } = usePageContext()
  const action = useAction()
  const inUse = methods.find(({ uuid }) => uuid === used)!
  const [key, setKey] = useState(keyOf(inUse))
  const chosen = methods.find((method) => keyOf(method) === key) ?? inUse
  const isOther = chosen !== inUse
  const take = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isOther || refusal !== undefined) return
    void action.run(async () => {
      await call(takeSafetyMethod, { kind, program_uuid: program.programUuid, method_uuid: chosen.uuid })
      program.reload()
      toast.success(`The program uses ${titleOf(chosen)}.`)
      onClose()
    })
  }
  return (
    <form noValidate onSubmit={take}>
      <DialogBody>
        <Field label="Version" hint={refusal}>
          {(id, describedBy) => (
            <HTMLSelect
              id={id}
              aria-describedby={describedBy}
              fill
              disabled={refusal !== undefined}
              value={key}
              options={methods
                .filter(({ state }) => state === 'released')
                .map((method) => ({
                  value: keyOf(method),
                  label: `${titleOf(method)}${method === inUse ? ', in use' : ''}`,
                }))}
              onChange={({ currentTarget }) => setKey(currentTarget.value)}
            />
          )}
        </Field>
        {isOther && <Changes kind={kind} before={inUse} after={chosen} />}
        <p className="sm-all">
          <Link
            to="/org/functional-safety/methods"
            search={{
              programId: program.programUuid,
              ...(search.projectId !== undefined && { projectId: search.projectId }),
              of: kind,
              ...(chosen.uuid !== null && { method: chosen.uuid }),
            }}
          >
            {words[kind].all}
          </Link>
        </p>
        {action.problem !== undefined && (
          <p className="c-problem" role="alert">
            {action.problem}
          </p>
        )}
      </DialogBody>
      <DialogActions
        action={isOther ? `Take ${titleOf(chosen)}` : 'Take another version'}
        isReady={isOther && refusal === undefined}
        isBusy={action.busy}
        onCancel={onClose}
      />
    </form>
  )
}

interface ChangesProps {
  readonly kind: SafetyMethodKind
  readonly before: Version
  readonly after: Version
}

/** What another version adds, lacks and rates otherwise. */
function Changes({ kind, before, after }: ChangesProps) {
  const { added, missing, rated } = differences(before.content, after.content)
  const lists = [
    ['New', added],
    ['Missing', missing],
    ['Other exposure', rated],
  ] as const
  return (
    <div role="status">
      <ul>
        {lists.map(([title, some]) =>
          some.length === 0 ? null : (
            <li key={title}>
              <b>{title}:</b> {some.join(', ')}
            </li>
          ),
        )}
        {lists.every(([, some]) => some.length === 0) && <li>It has the same entries.</li>}
      </ul>
      {missing.length > 0 && <p className="c-note">{words[kind].missing}</p>}
    </div>
  )
}
