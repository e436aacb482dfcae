import { bounds, type InputField } from '@carapace/shared/msoc/playbooks/playbook'
import { type RunRow, versionOf } from '../engine.queries.ts'
import { playbookNamed } from '../playbooks.queries.ts'
import { type NodeResult, type NodeWork, refused } from '../node-work.ts'
import { announceRuns } from '../deps.ts'
import { startRun, type Subject } from '../starting.ts'

/** Starts the enabled version of another playbook, and waits until its run has finished. */
export async function subPlaybook(work: NodeWork): Promise<NodeResult> {
  const { tx, org, run, input, deps, stepUuid } = work
  if (run.depth >= bounds.depth) throw refused(`Playbooks can be at most ${bounds.depth} deep.`)
  const playbook = await playbookNamed(tx, org, String(input['playbook_uuid']))
  if (!playbook) throw refused('The playbook does not exist.')
  if (playbook.enabledVersion === null) throw refused(`"${playbook.name}" is not enabled.`)
  const version = (await versionOf(tx, org, playbook.uuid, playbook.enabledVersion))!
  if (version.trigger.kind !== 'called') throw refused(`"${playbook.name}" is not started by other playbooks.`)
  const uuid = await startRun(tx, org, {
    playbook,
    version: version.version,
    kind: 'playbook',
    key: `step:${stepUuid}:${crypto.randomUUID()}`,
    person: run.startedByUuid === null ? null : { uuid: run.startedByUuid, name: run.startedBy ?? '' },
    actsFor: run.actsForUuid,
    // who may not see the case of the one may not see the other
    subject: subjectOfRun(run),
    data: { inputs: typed(version.trigger.inputs, input['inputs'] as Record<string, string>) },
    parent: { uuid: run.uuid, depth: run.depth },
  })
  return {
    kind: 'wait',
    waiting: { kind: 'run', run_uuid: uuid! },
    dueAt: null,
    output: { run_uuid: uuid! },
    announce: () => announceRuns(deps.publisher, org.uuid, [uuid!]),
  }
}

/** What a run is about, without its data: the called playbook reads its inputs. */
function subjectOfRun({ subjectKind: kind, subjectUuid: uuid, subjectLabel: label }: RunRow): Subject | null {
  return kind === null || uuid === null ? null : { kind, uuid, label: label ?? '', data: {} }
}

/** The inputs in the types that the called playbook declares. */
function typed(fields: readonly InputField[], given: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, type, required }) => {
      const text = given[name] ?? ''
      if (text === '' && required) throw refused(`The input "${name}" is empty.`)
      if (type === 'number' && text !== '' && !Number.isFinite(Number(text))) throw refused(`"${name}" is no number.`)
      return [name, type === 'number' && text !== '' ? Number(text) : type === 'boolean' ? text === 'true' : text]
    }),
  )
}
