import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { calledBy, checkGraph, secretsIn } from '@carapace/shared/msoc/playbooks/check-graph'
import { nodeSettings } from '@carapace/shared/msoc/playbooks/node-settings'
import { bounds, type PlaybookGraph, type Problem, type Trigger } from '@carapace/shared/msoc/playbooks/playbook'
import { scheduleMistake } from '@carapace/shared/msoc/playbooks/schedule'
import type { z } from 'zod'
import type { savePlaybook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { memberNamed } from '../alerts/alerts.queries.ts'
import {
  countPlaybooks,
  insertPlaybook,
  insertVersion,
  isNameTaken,
  lockPlaybook,
  playbooksAmong,
  writePlaybook,
} from './playbooks.queries.ts'
import { secretNames } from './secrets.queries.ts'

/**
 * All mistakes of a playbook: those of the graph, and names of what does not exist (rules PLAYBOOK-3 to PLAYBOOK-9).
 */
export async function problemsOf(
  tx: Tx,
  org: Org,
  { uuid, trigger, graph }: { uuid?: string | undefined; trigger: Trigger; graph: PlaybookGraph },
): Promise<Problem[]> {
  const problems = [...checkGraph(graph, trigger)]
  const schedule = trigger.kind === 'schedule' ? scheduleMistake(trigger.schedule, new Date()) : undefined
  if (schedule !== undefined) problems.push({ node: null, field: 'trigger', message: schedule })
  return [
    ...problems,
    ...(await calledProblems(tx, org, uuid, graph)),
    ...(await secretProblems(tx, org, graph)),
    ...(await memberProblems(tx, org, graph)),
  ]
}

async function calledProblems(tx: Tx, org: Org, uuid: string | undefined, graph: PlaybookGraph): Promise<Problem[]> {
  const named = calledBy(graph).filter((one) => /^[0-9a-f-]{36}$/i.test(one))
  const known = new Map((await playbooksAmong(tx, org, named)).map((row) => [row.uuid, row]))
  return graph.nodes.flatMap(({ id, type, settings }): Problem[] => {
    const called = type === 'sub_playbook' ? String(settings['playbook_uuid']) : undefined
    if (called === undefined || !named.includes(called)) return []
    const at = (message: string) => [{ node: id, field: 'playbook_uuid', message }]
    if (called === uuid) return at('A playbook cannot call itself.')
    const row = known.get(called)
    if (!row) return at('This playbook does not exist.')
    return row.trigger.kind === 'called' ? [] : at(`"${row.name}" is not started by other playbooks.`)
  })
}

async function secretProblems(tx: Tx, org: Org, { nodes }: PlaybookGraph): Promise<Problem[]> {
  const used = nodes.map(({ id, settings }) => ({ id, names: secretsIn([JSON.stringify(settings)]) }))
  if (used.every(({ names }) => names.length === 0)) return []
  const known = await secretNames(tx, org)
  return used.flatMap(({ id, names }) =>
    names
      .filter((name) => !known.has(name))
      .map((name) => ({ node: id, field: null, message: `There is no secret ${name}.` })),
  )
}

async function memberProblems(tx: Tx, org: Org, { nodes }: PlaybookGraph): Promise<Problem[]> {
  const named = nodes.flatMap(({ id, type, settings }) => {
    const people = settings['people'] as { uuids?: unknown } | undefined
    const uuids = type === 'approval' || type === 'form' || type === 'notify' ? people?.uuids : undefined
    const owner = type === 'assign_alert' || type === 'update_case' ? settings['owner'] : undefined
    return [...(Array.isArray(uuids) ? uuids : []), owner].flatMap((uuid) =>
      typeof uuid === 'string' && /^[0-9a-f-]{36}$/i.test(uuid) ? [{ id, uuid }] : [],
    )
  })
  const known = new Map<string, boolean>()
  for (const { uuid } of named) if (!known.has(uuid)) known.set(uuid, (await memberNamed(tx, org, uuid)) !== undefined)
  return named
    .filter(({ uuid }) => !known.get(uuid))
    .map(({ id }) => ({ node: id, field: null, message: 'Somebody named here is not a member of your organisation.' }))
}

/** Refuses a playbook with mistakes, each under its node. */
export async function refuseProblems(tx: Tx, org: Org, saved: Parameters<typeof problemsOf>[2]) {
  const problems = await problemsOf(tx, org, saved)
  if (problems.length === 0) return
  const errors = problems.toReversed().map(({ node, message }) => [node === null ? 'graph' : `nodes.${node}`, message])
  throw new Failure('INVALID_INPUT', { message: problems[0]!.message, errors: Object.fromEntries(errors) })
}

type Saved = z.output<typeof savePlaybook.input>

/** Saves a new playbook, or a new version of one; returns its uuid and version. */
export async function saveVersion(tx: Tx, caller: Caller, input: Saved) {
  const { org, user } = caller
  const trigger = input.trigger
  const graph = withDefaults(input.graph)
  const before = input.uuid === undefined ? undefined : await lockCurrent(tx, caller, input.uuid, input.revision)
  await refuseProblems(tx, org, { ...input, graph })
  if (await isNameTaken(tx, org, input.name, input.uuid))
    throw new Failure('INVALID_INPUT', { errors: { name: 'Another playbook has this name.' } })
  const by = { updatedBy: user.name, updatedByUuid: user.uuid, updatedAt: new Date() }
  const fields = { name: input.name, description: input.description, tags: input.tags, ...by }
  const version = (before?.latestVersion ?? 0) + 1
  let uuid = before?.uuid
  if (uuid === undefined) {
    if ((await countPlaybooks(tx, org)) >= bounds.playbooks)
      throw new Failure('RULE_REFUSED', { message: `At most ${bounds.playbooks} playbooks are possible; delete some.` })
    uuid = (await insertPlaybook(tx, org, { ...fields, trigger, latestVersion: 1 })).uuid
  } else
    await writePlaybook(tx, org, uuid, {
      ...fields,
      latestVersion: version,
      // the trigger of the enabled version stays until another one is enabled
      ...(before!.enabledVersion === null && { trigger }),
    })
  const savedBy = { savedBy: user.name, savedByUuid: user.uuid }
  await insertVersion(tx, org, { playbookUuid: uuid, version, trigger, graph, note: input.note, ...savedBy })
  await audit(tx, org, byCaller(caller), {
    action: before ? 'change playbook' : 'add playbook',
    subject: 'playbook',
    subjectUuid: uuid,
    after: { name: input.name, version, nodes: graph.nodes.length, note: input.note },
  })
  return { uuid, version }
}

/** Locks the playbook that the caller saw; refused if somebody has changed it since. */
export async function lockCurrent(tx: Tx, { org }: Caller, uuid: string, revision: number | undefined) {
  const row = await lockPlaybook(tx, org, uuid)
  if (!row) throw new Failure('NOT_FOUND')
  if (row.revision !== revision) throw new Failure('ROW_CHANGED')
  return row
}

/** The graph as it is stored: settings that were left out have their defaults. */
function withDefaults(graph: PlaybookGraph): PlaybookGraph {
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const schema = Object.hasOwn(nodeSettings, node.type)
        ? nodeSettings[node.type as keyof typeof nodeSettings]
        : undefined
      const { data } = schema?.safeParse(node.settings) ?? {}
      return data ? { ...node, settings: data } : node
    }),
  }
}
