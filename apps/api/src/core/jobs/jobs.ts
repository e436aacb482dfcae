import { PgBoss } from 'pg-boss'
import type { Job } from '@carapace/shared/account/jobs.contract'
import { topics } from '@carapace/shared/account/topics'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { inRounds } from '@carapace/shared/core/rounds'
import type { Licence } from '@carapace/shared/modules'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import { admit, type Caller } from '../http/caller.ts'
import { type Database, isPassing, type Tx } from '../db.ts'
import {
  countUnfinished,
  inputOf,
  insertJob,
  organisationsWaiting,
  takeJob,
  type TakenJob,
  writeJob,
} from './jobs.queries.ts'

/** One part of a job. Everything it writes goes through `tx`, which also notes how far the job is. */
interface Part<Input, Checkpoint> {
  readonly tx: Tx
  readonly org: Org
  /** Who asked for it. */
  readonly actor: { readonly uuid: string; readonly name: string }
  readonly input: Input
  /** As the part before left it; null before the first. */
  readonly checkpoint: Checkpoint | null
}

/** What a part did, and where the next one begins. */
export interface Progress<Checkpoint> {
  readonly checkpoint: Checkpoint
  readonly finished: boolean
  /** Things gone through, and what became of them; added to the job's. */
  readonly done: number
  readonly outcome: Readonly<Record<string, number>>
  readonly messages?: readonly string[]
  /** Called once it is committed: tells viewers. */
  readonly announce?: () => void
}

/**
 * A kind of long work: how it does its next part. Deps are small, so that everybody's jobs move and a cancel is heeded
 * soon.
 */
export interface JobKind<Input = unknown, Checkpoint = unknown> {
  readonly kind: string
  /** The module whose work it is. */
  readonly licence: Licence
  readonly doPart: (part: Part<Input, Checkpoint>) => Promise<Progress<Checkpoint>>
  /** Clears away what jobs that nobody will go on with left; asked now and then, of all organisations. */
  readonly clear?: (db: Database) => Promise<void>
}

/** A kind among others; what was asked and the checkpoints of a job come back to the kind that wrote them. */
export function jobKind<Input, Checkpoint>(kind: JobKind<Input, Checkpoint>): JobKind {
  return { ...kind, doPart: (part) => kind.doPart(part as Part<Input, Checkpoint>) }
}

interface NewJob {
  readonly kind: string
  readonly title: string
  readonly total: number
  readonly input: unknown
}

export interface Jobs {
  /** Puts a job on the list, in the transaction that `caller` asked for it with; call `wake` after the commit. */
  add(tx: Tx, caller: Caller, job: NewJob): Promise<Job>
  /** Refuses a caller whose licence lacks the module that a kind of job belongs to. */
  admitTo(caller: Caller, kind: string): void
  /** Refuses where the organisation has as many unfinished jobs as it may. */
  refuseMany(tx: Tx, org: Org): Promise<void>
  /** Has a worker look at the organisation's jobs now, and its viewers too. */
  wake(org: Org): void
  /** Begins to work; until then jobs can be added only. */
  start(): void
  stop(): Promise<void>
}

const unfinishedAtOnce = 20
const workers = 2
/** A worker leaves an organisation's jobs for another's after this long, ms. */
const turnMs = 1_000
/** How often jobs are looked for that nobody moves, and how long one rests before it counts as such, ms. */
const sweepMs = 2_000
const restedMs = 5_000
const messagesKept = 100

const queue = 'organisation-with-jobs'
const queueOptions = { policy: 'short', notify: true, retryLimit: 0, expireInSeconds: 60, deleteAfterSeconds: 60 }

interface Deps {
  readonly db: Database
  readonly databaseUrl: string
  readonly publisher: Publisher
  readonly kinds: readonly JobKind[]
  readonly onError: (error: unknown) => void
}

/**
 * Long work that outlives a restart. A job's row says how far it is, and each part of it is one transaction that writes
 * the row too; the queue (pg-boss) only says which organisation's turn it is. A lost, doubled or late message does no
 * harm, and what nobody moves is found by looking (rules JOB-1 to JOB-8 of packages/shared/src/account/SPEC.md).
 */
export function createJobs({ db, databaseUrl, publisher, kinds, onError }: Deps): Jobs {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]))
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'carapace jobs',
    schema: 'pgboss',
    max: 1,
    useListenNotify: true,
    schedule: false,
  })
  boss.on('error', onError)
  let started: Promise<void> | undefined
  let stopping = false
  // whatever is unfinished when a process begins is looked at now: of others' jobs it gets none that they are at
  let restedFor = 0
  const sweeps = inRounds(sweepMs, sweep, onError)

  async function begin(): Promise<void> {
    await boss.start()
    await boss.createQueue(queue, queueOptions)
    for (let i = 0; i < workers; i++) await beWorker()
  }

  async function beWorker(): Promise<void> {
    let id = ''
    id = await boss.work<Org>(queue, async ([message]) => {
      // it looks for the next message at once: another organisation's may have come before this one's turn began
      boss.notifyWorker(id)
      await takeTurn(message!.data).catch(onError)
    })
  }

  /** Moves the organisation's jobs, part by part, and then queues it behind the others. */
  async function takeTurn(org: Org): Promise<void> {
    const inputs = new Map<string, unknown>()
    const end = Date.now() + turnMs
    while (!stopping) {
      if (Date.now() >= end) return send(org)
      const moved = await movePart(org, inputs)
      if (!moved) return
      publisher.publish(topics.jobs(org.uuid), [moved.uuid])
      moved.announce?.()
    }
  }

  function movePart(org: Org, inputs: Map<string, unknown>) {
    return db.transaction(async (tx) => {
      const job = await takeJob(tx, org)
      if (!job) return undefined
      const progress = await tx
        .transaction((part) => doPart(part, org, job, inputs))
        .catch((error: unknown) => {
          // the database is away or busy: the job is as it was, and is taken up again
          if (!(error instanceof Failure) && isPassing(error)) throw error
          return failureOf(error)
        })
      await writeJob(tx, org, job.uuid, progress instanceof Failure ? failed(progress) : advanced(job, progress))
      return { uuid: job.uuid, announce: progress instanceof Failure ? undefined : progress.announce }
    })
  }

  async function doPart(tx: Tx, org: Org, job: TakenJob, inputs: Map<string, unknown>): Promise<Progress<unknown>> {
    const kind = byName.get(job.kind)
    if (!kind)
      throw new Failure('RULE_REFUSED', { message: `This version does not know jobs of the kind ${job.kind}.` })
    if (!inputs.has(job.uuid)) inputs.set(job.uuid, await inputOf(tx, org, job.uuid))
    return kind.doPart({ tx, org, actor: job.by, input: inputs.get(job.uuid), checkpoint: job.checkpoint })
  }

  function failureOf(error: unknown): Failure {
    if (error instanceof Failure) return error
    onError(error)
    return new Failure('UNEXPECTED', {
      message:
        'Something went wrong on our side. It has been recorded. What was done stays done; start the job again ' +
        'to go on from there.',
    })
  }

  async function send(org: Org): Promise<void> {
    // one message an organisation is enough, however many jobs it has
    await boss.send(queue, org, { singletonKey: org.uuid })
  }

  /**
   * Finds jobs that rest though nobody is at them: their worker died, or the word of them was lost. Clears away what is
   * left of others.
   */
  async function sweep(): Promise<void> {
    started ??= begin()
    try {
      await started
    } catch (error) {
      started = undefined
      throw error
    }
    for (const org of await organisationsWaiting(db, new Date(Date.now() - restedFor))) await send(org)
    restedFor = restedMs
    for (const { clear } of kinds) await clear?.(db)
  }

  return {
    async add(tx, caller, { kind, title, total, input }) {
      await refuseMany(tx, caller.org)
      const job = await insertJob(tx, caller.org, { kind, title, total, input, createdByUuid: caller.user.uuid })
      await audit(tx, caller.org, byCaller(caller), {
        action: 'start job',
        subject: 'job',
        subjectUuid: job.uuid,
        after: { kind, title, total },
      })
      return job
    },
    // a kind that this version does not know fails by itself, and says so
    admitTo: (caller, kind) => admit(caller, { access: byName.get(kind)?.licence ?? 'member' }),
    refuseMany,
    wake(org) {
      publisher.publish(topics.jobs(org.uuid), ['woken'])
      if (started && !stopping) started.then(() => send(org)).catch(onError)
    },
    start: sweeps.start,
    async stop() {
      stopping = true
      await sweeps.stop()
      if (!started) return
      await started.then(() => boss.offWork(queue, { wait: true })).catch(onError)
      await boss.stop({ graceful: false })
    },
  }
}

async function refuseMany(tx: Tx, org: Org): Promise<void> {
  if ((await countUnfinished(tx, org)) < unfinishedAtOnce) return
  throw new Failure('TOO_MANY', {
    message: `Your organisation has ${unfinishedAtOnce} unfinished jobs. Wait until one is done, or cancel one.`,
    retryAfter: 30,
  })
}

function failed({ message, errors }: Failure) {
  const now = new Date()
  return {
    status: 'FAILED' as const,
    error: [message, ...Object.values(errors)].join(' '),
    finishedAt: now,
    beatAt: now,
  }
}

function advanced(job: TakenJob, { checkpoint, finished, done, outcome, messages = [] }: Progress<unknown>) {
  const now = new Date()
  const sum = { ...job.outcome }
  for (const [name, some] of Object.entries(outcome)) sum[name] = (sum[name] ?? 0) + some
  return {
    status: finished ? ('COMPLETED' as const) : ('RUNNING' as const),
    done: job.done + done,
    // while it ran, things may have come to pass the question or ceased to: finished is finished
    ...(finished && { total: job.done + done, finishedAt: now, input: {} }),
    ...(job.checkpoint === null && { startedAt: now }),
    outcome: sum,
    messages: [...job.messages, ...messages].slice(0, messagesKept),
    checkpoint,
    beatAt: now,
  }
}
