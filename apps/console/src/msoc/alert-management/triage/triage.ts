import type { Alert, AlertUpdate, getAlert, updateAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import type { Resolution } from '@carapace/shared/msoc/alerts/alerts'
import { Failure } from '@carapace/shared/core/failure'
import type { z } from 'zod'
import { number, sentenceCase } from '../../../core/format/format.ts'
import { nextAfter } from '../queue/moves.ts'
import { acting, answered, freshened, restored } from '../queue/queue.ts'
import type { AlertQueue } from '../queue/queue.store.ts'
import { alertId, caseId, resolutionTexts, sinceThen } from '../sentences.ts'
import { undoOf } from './undo.ts'

type UpdateInput = z.input<typeof updateAlerts.input>
type Answer = z.output<typeof updateAlerts.output>
type Detail = z.output<typeof getAlert.output>

/** Maximum number of alerts per call. */
const perCall = 500

/** Maximum number of alerts that are added to a case at once. */
export const perCase = 500

/** Statuses that an analyst may set by hand. */
export type SettableStatus = Exclude<NonNullable<AlertUpdate['status']>, 'CLOSED' | 'ESCALATED'>

/** A short message to the analyst, with an optional action. */
export interface Notice {
  readonly tone: 'plain' | 'warning' | 'error'
  readonly text: string
  readonly action?: { readonly label: string; readonly keys?: string; readonly run: () => void }
  /** A case to link to. */
  readonly toCase?: Pick<Case, 'uuid' | 'number'>
}

/** Where alerts are escalated to: a new case with a title, or an existing case. */
export type Into = { readonly title: string } | { readonly caseUuid: string }

export interface TriageSources {
  readonly update: (input: UpdateInput) => Promise<Answer>
  readonly get: (uuid: string) => Promise<Detail>
  /** Returns the updated case and its alerts. */
  readonly escalate: (
    uuids: readonly string[],
    into: Into,
  ) => Promise<{ readonly case: Case; readonly alerts: readonly Alert[] }>
  /** The text of a refusal. */
  readonly why: (problem: unknown) => string
  readonly notify: (notice: Notice) => void
  /** Opens the detail of one alert, in the list or not. */
  readonly open: (uuid: string) => void
}

/** The texts of an action: on the row while it is pending, when it is done, and when it is refused. */
interface Words {
  readonly doing: string
  readonly done: string
  /** Follows the report of success. */
  readonly detail?: string
  /** The alerts leave the list, and the cursor moves on (rule QUEUE-31). */
  readonly leaves?: boolean
}

export interface Triage {
  readonly acknowledge: (targets: readonly Alert[]) => Promise<void>
  readonly assign: (targets: readonly Alert[], owner: string | null, name?: string) => Promise<void>
  readonly setStatus: (targets: readonly Alert[], status: SettableStatus) => Promise<void>
  readonly close: (targets: readonly Alert[], resolution: Resolution) => Promise<void>
  readonly reopen: (targets: readonly Alert[]) => Promise<void>
  readonly escalate: (targets: readonly Alert[], into: Into) => Promise<void>
}

/**
 * The analyst's actions on alerts. Rows show that an action is pending, and then the server's response; there are no
 * optimistic updates (rules QUEUE-40 to QUEUE-45).
 */
export function triageOf(
  queue: AlertQueue,
  { update, get, escalate: openCase, why, notify, open }: TriageSources,
): Triage {
  return { acknowledge, assign, setStatus, close, reopen, escalate }

  async function acknowledge(targets: readonly Alert[]): Promise<void> {
    await perform(targets, { acknowledge: true }, { doing: 'Acknowledging', done: 'acknowledged' })
  }

  async function assign(targets: readonly Alert[], owner: string | null, name?: string): Promise<void> {
    const done = owner === null ? 'unassigned' : `assigned to ${owner === 'me' ? 'you' : (name ?? 'them')}`
    await perform(targets, { owner }, { doing: 'Assigning', done })
  }

  async function setStatus(targets: readonly Alert[], status: SettableStatus): Promise<void> {
    await perform(targets, { status }, { doing: 'Saving', done: `set to ${sentenceCase(status)}` })
  }

  async function close(targets: readonly Alert[], resolution: Resolution): Promise<void> {
    const detail = resolutionTexts[resolution]
    const words = { doing: 'Closing', done: 'closed', detail, leaves: true }
    await perform(targets, { status: 'CLOSED', resolution }, words)
  }

  async function reopen(targets: readonly Alert[]): Promise<void> {
    await perform(targets, { status: 'NEW' }, { doing: 'Reopening', done: 'reopened' })
  }

  /** Adds all alerts to one case; they become escalated (rule QUEUE-69). */
  async function escalate(targets: readonly Alert[], into: Into): Promise<void> {
    const free = targets.filter(({ uuid }) => !queue.getState().pending.has(uuid)).slice(0, perCase)
    if (free.length === 0) return
    const uuids = free.map(({ uuid }) => uuid)
    begin(free, 'Escalating')
    moveOn(new Set(uuids))
    try {
      const { case: opened, alerts } = await openCase(uuids, into)
      queue.change((state) =>
        answered(
          state,
          uuids,
          alerts.filter(({ uuid }) => uuids.includes(uuid)),
        ),
      )
      settled(uuids)
      notify({ tone: 'plain', text: `${subject(free)} escalated to ${caseId(opened)}.`, toCase: opened })
    } catch (problem) {
      await refused(free, problem, { doing: 'Escalating', done: 'escalated' })
    }
    end(free)
  }

  /** Gives each alert back what it had before an action, and reports how many of them once (rule QUEUE-45). */
  async function takeBack(undos: readonly Undo[]): Promise<void> {
    const words = { doing: 'Undoing', done: 'restored' }
    let restoredCount = 0
    for (const [, alike] of Map.groupBy(undos, ({ change }) => JSON.stringify(change))) {
      const alerts = alike.map(({ alert }) => alert)
      begin(alerts, words.doing)
      const answers = await updateInBatches(alerts, alike[0]!.change, words, false)
      end(alerts)
      for (const answer of answers) {
        restoredCount += answer.updated
        queue.change((state) => restored(state, answer.alerts))
      }
    }
    reportTakenBack(undos, restoredCount)
    const first = undos[0]?.alert.uuid
    if (first !== undefined && queue.getState().queue.entries.has(first)) queue.pointAt(first)
  }

  function reportTakenBack(undos: readonly Undo[], count: number): void {
    const alerts = undos.map(({ alert }) => alert)
    if (count === undos.length) return notify({ tone: 'plain', text: `Undone: ${subject(alerts)} restored.` })
    const whole = alerts.length === 1 ? `${subject(alerts)} not restored.` : partOf(count, alerts.length)
    const why = 'Others changed it meanwhile, or the same condition has raised another alert, which is open.'
    notify({ tone: 'warning', text: `${whole} ${why}` })
  }

  async function perform(targets: readonly Alert[], change: AlertUpdate, words: Words): Promise<void> {
    const free = targets.filter(({ uuid }) => !queue.getState().pending.has(uuid))
    if (free.length === 0) return

    begin(free, words.doing)
    if (words.leaves) moveOn(new Set(free.map(({ uuid }) => uuid)))
    const answers = await updateInBatches(free, change, words, true)
    end(free)
    if (answers.length > 0) reportOutcome(free, answers, words)
  }

  /**
   * Sends the calls one after the other. A refusal names the alerts that were not changed; earlier calls keep their
   * effect.
   */
  async function updateInBatches(
    targets: readonly Alert[],
    change: AlertUpdate,
    words: Words,
    guarded: boolean,
  ): Promise<Answer[]> {
    const answers: Answer[] = []
    for (let from = 0; from < targets.length; from += perCall) {
      try {
        answers.push(await updateBatch(targets.slice(from, from + perCall), change, guarded && targets.length === 1))
      } catch (problem) {
        await refused(targets.slice(from), problem, words)
        break
      }
    }
    return answers
  }

  async function updateBatch(some: readonly Alert[], change: AlertUpdate, guarded: boolean): Promise<Answer> {
    const uuids = some.map(({ uuid }) => uuid)
    const [only] = some
    const answer = await update({ uuids, ...(guarded && only && { revision: only.revision }), change })
    queue.change((state) => answered(state, uuids, answer.alerts))
    settled(uuids)
    return answer
  }

  function begin(targets: readonly Alert[], doing: string): void {
    const uuids = targets.map(({ uuid }) => uuid)
    queue.change((state) => acting(state, uuids))
    queue.setState((state) => ({
      pending: new Map([...state.pending, ...uuids.map((uuid) => [uuid, doing] as const)]),
    }))
  }

  function end(targets: readonly Alert[]): void {
    const over = new Set(targets.map(({ uuid }) => uuid))
    queue.setState((state) => ({ pending: new Map([...state.pending].filter(([uuid]) => !over.has(uuid))) }))
  }

  /** Moves the cursor to the next alert after an action (rule QUEUE-31). */
  function moveOn(targets: ReadonlySet<string>): void {
    const { queue: rows, cursor } = queue.getState()
    if (cursor === null || !targets.has(cursor)) return
    queue.pointAt(nextAfter(rows.order, cursor, targets))
  }

  /** Deselects the processed alerts (rule QUEUE-43), and lets open details read them again. */
  function settled(uuids: readonly string[]): void {
    const dealtWith = new Set(uuids)
    queue.setState((state) => ({ selected: new Set([...state.selected].filter((uuid) => !dealtWith.has(uuid))) }))
    for (const uuid of uuids) queue.changes.next({ uuid, kind: 'status' })
  }

  /** Reports the outcome, with those that did not change, and offers to undo it (rule QUEUE-45). */
  function reportOutcome(targets: readonly Alert[], answers: readonly Answer[], words: Words): void {
    const [only] = targets
    const sum = (of: (answer: Answer) => number) => answers.reduce((total, answer) => total + of(answer), 0)
    const updated = sum((answer) => answer.updated)
    if (targets.length === 1 && only !== undefined && updated === 0) {
      const why = whyUnchanged(answers[0]?.alerts[0], words)
      return notify({ tone: 'warning', text: `${alertId(only)} not ${words.done}. ${why}` })
    }
    const unchanged = sum((answer) => answer.unchanged)
    const lost = sum((answer) => answer.not_found)
    const done = targets.length === 1 ? subject(targets) : updated === 1 ? '1 alert' : `${number(updated)} alerts`
    const parts = [
      `${done} ${words.done}${words.detail === undefined ? '' : `: ${words.detail}`}`,
      ...(unchanged > 0 ? [`${number(unchanged)} unchanged`] : []),
      ...(lost > 0 ? [`${number(lost)} not found`] : []),
    ]
    const undos = undosOf(targets, answers)
    const run = () => void takeBack(undos)
    notify({
      tone: 'plain',
      text: `${parts.join(', ')}.`,
      ...(undos.length > 0 && { action: { label: 'Undo', keys: 'z', run } }),
    })
  }

  /** Handles a refusal: the selection stays, and the row shows the current state. */
  async function refused(targets: readonly Alert[], problem: unknown, { done }: Words): Promise<void> {
    queue.change((state) =>
      answered(
        state,
        targets.map(({ uuid }) => uuid),
        [],
      ),
    )
    const [only] = targets
    if (problem instanceof Failure && problem.code === 'ROW_CHANGED' && only !== undefined)
      return reportWhatChanged(only, done)
    notify({
      tone: 'error',
      text: `${subject(targets)} not ${done}. ${why(problem)}`,
      ...(only && { action: goTo(only) }),
    })
  }

  async function reportWhatChanged(alert: Alert, done: string): Promise<void> {
    const detail = await get(alert.uuid).catch(() => undefined)
    if (detail !== undefined) queue.change((state) => freshened(state, [detail.alert]))
    queue.changes.next({ uuid: alert.uuid, kind: 'status' })
    const theirs = detail && sinceThen(detail.changes, alert.seq)
    const happened = theirs === undefined ? 'It changed meanwhile.' : `Changed meanwhile by ${theirs}.`
    notify({ tone: 'warning', text: `${alertId(alert)} not ${done}. ${happened}`, action: goTo(alert) })
  }

  function goTo(alert: Alert): NonNullable<Notice['action']> {
    return { label: `Go to ${alertId(alert)}`, run: () => open(alert.uuid) }
  }
}

/**
 * Why an alert did not change. The server does not give a reason; it is derived from the alert itself (rule QUEUE-46).
 */
function whyUnchanged(alert: Alert | undefined, { done }: Words): string {
  if (alert === undefined) return 'It is not there any more.'
  if (done === 'reopened') return 'The same condition has raised another alert, which is open.'
  if (alert.status === 'CLOSED' && done !== 'closed') return 'A closed alert can only be reopened.'
  return 'It already was.'
}

function subject(alerts: readonly Alert[]): string {
  const [only] = alerts
  return alerts.length === 1 && only !== undefined ? alertId(only) : `${number(alerts.length)} alerts`
}

/** `3 of 5 alerts restored.` */
function partOf(count: number, all: number): string {
  return `${number(count)} of ${number(all)} alerts restored.`
}

interface Undo {
  readonly alert: Alert
  readonly change: AlertUpdate
}

/** What gives the alerts that an action changed their state before it. */
function undosOf(before: readonly Alert[], answers: readonly Answer[]): Undo[] {
  const now = new Map(answers.flatMap(({ alerts }) => alerts).map((alert) => [alert.uuid, alert]))
  return before.flatMap((alert) => {
    const after = now.get(alert.uuid)
    const change = after && undoOf(alert, after)
    return change ? [{ alert, change }] : []
  })
}
