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
import type { Notifications } from '../notifications.ts'
import { jobNotification } from './job-notices.ts'
import {
  countUnfinished,
  inputOf,
  insertJob,
  organisationsWaiting,
  takeJob,
  type TakenJob,
  writeJob,
} from './jobs.queries.ts'

/** One part of a job. Everything it writes goes through `tx`, which also records the job's progress. */
interface Part<Input, Checkpoint> {
  readonly tx: Tx
  readonly org: Org
  readonly jobUuid: string
  /** The user who started the job. */
  readonly actor: { readonly uuid: string; readonly name: string }
  readonly input: Input
  /** The checkpoint of the previous part; null for the first part. */
  readonly checkpoint: Checkpoint | null
}

/** What a part did, and where the next one begins. */
export interface Progress<Checkpoint> {
  readonly checkpoint: Checkpoint
  readonly finished: boolean
  /** Number of items processed, and counts by outcome; both are added to the job's totals. */
  readonly done: number
  readonly outcome: Readonly<Record<string, number>>
  readonly messages?: readonly string[]
  /** The next part begins after this long at the earliest, ms: for work that must not slow other work (rule JOB-9). */
  readonly restMs?: number
  /** Called after the commit: notifies viewers. */
  readonly announce?: () => void
}

/**
 * A kind of long-running job: how to do its next part. Each part is small, so that the jobs of all organisations make
 * progress and a cancellation takes effect soon.
 */
export interface JobKind<Input = unknown, Checkpoint = unknown> {
  readonly kind: string
  /** The module that the job belongs to. */
  readonly licence: Licence
  readonly doPart: (part: Part<Input, Checkpoint>) => Promise<Progress<Checkpoint>>
  /** Removes what abandoned jobs left behind, for all organisations; called from time to time. */
  readonly clear?: (db: Database) => Promise<void>
}

/** Erases the types of a job kind: a job's input and checkpoints are only passed to the kind that wrote them. */
export function jobKind<Input, Checkpoint>(kind: JobKind<Input, Checkpoint>): JobKind {
  return { ...kind, doPart: (part) => kind.doPart(part as Part<Input, Checkpoint>) }
}

interface NewJob {
  readonly kind: string
  readonly title: string
  /** The program that the job works on; absent: a job of the organisation, which everybody sees (rule JOB-5). */
  readonly programUuid?: string
  readonly total: number
  readonly input: unknown
}

export interface Jobs {
  /** Adds a job in the caller's transaction; call `wake` after the commit. */
  add(tx: Tx, caller: Caller, job: NewJob): Promise<Job>
  /** Refuses a caller without the licence of the module that the kind of job belongs to. */
  admitTo(caller: Caller, kind: string): void
  /** Refuses if the organisation already has the maximum number of unfinished jobs. */
  refuseMany(tx: Tx, org: Org): Promise<void>
  /** Makes a worker process the organisation's jobs now, and notifies viewers. */
  wake(org: Org): void
  /** Starts processing; before this, jobs can only be added. */
  start(): void
  stop(): Promise<void>
}

const unfinishedAtOnce = 20
const workers = 2
/** A worker changes to another organisation's jobs after this long, ms. */
const turnMs = 1_000
/** How often stalled jobs are searched for, and how long a job must not move to count as stalled, ms. */
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
  /** Notifies users of their jobs' ends; absent: nobody does. */
  readonly notifications?: Notifications
  readonly onError: (error: unknown) => void
}

/**
 * Long-running work that survives a restart. A job's row records its progress, and each part is one transaction that
 * also writes the row; the queue (pg-boss) only determines which organisation is next. A lost, duplicate or late
 * message does no harm, and stalled jobs are found by polling (rules JOB-1 to JOB-8 of
 * packages/shared/src/account/SPEC.md).
 */
export function createJobs({ db, databaseUrl, publisher, kinds, notifications, onError }: Deps): Jobs {
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
  const rests = new Set<NodeJS.Timeout>()
  // at start all unfinished jobs are checked now; jobs that other processes are working on are locked and thus skipped
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
      // fetch the next message at once: another organisation's message may have arrived before this turn began
      boss.notifyWorker(id)
      await takeTurn(message!.data).catch(onError)
    })
  }

  /** Processes the organisation's jobs part by part, then queues it behind the others. */
  async function takeTurn(org: Org): Promise<void> {
    const inputs = new Map<string, unknown>()
    const end = Date.now() + turnMs
    while (!stopping) {
      if (Date.now() >= end) return send(org)
      const moved = await movePart(org, inputs)
      if (!moved) return
      publisher.publish(topics.jobs(org.uuid), [moved.uuid])
      moved.announce?.()
      if (moved.isNotified) notifications?.wake(org)
      if (moved.restMs !== undefined) continueAfter(moved.restMs, org)
    }
  }

  /** Queues the organisation once a job of it has rested. */
  function continueAfter(ms: number, org: Org): void {
    const rest = setTimeout(() => {
      rests.delete(rest)
      send(org).catch(onError)
    }, ms)
    rests.add(rest)
  }

  function movePart(org: Org, inputs: Map<string, unknown>) {
    return db.transaction(async (tx) => {
      const job = await takeJob(tx, org)
      if (!job) return undefined
      const progress = await tx
        .transaction((part) => doPart(part, org, job, inputs))
        .catch((error: unknown) => {
          // the database is unavailable or busy: the job is unchanged, and is resumed later
          if (!(error instanceof Failure) && isPassing(error)) throw error
          return failureOf(error)
        })
      const written = progress instanceof Failure ? failed(progress) : advanced(job, progress)
      await writeJob(tx, org, job.uuid, written)
      const notification = jobNotification(job, written)
      if (notification) await notifications?.add(tx, org, notification)
      const { announce, restMs } = progress instanceof Failure ? {} : progress
      return { uuid: job.uuid, announce, restMs, isNotified: notification !== undefined }
    })
  }

  async function doPart(tx: Tx, org: Org, job: TakenJob, inputs: Map<string, unknown>): Promise<Progress<unknown>> {
    const kind = byName.get(job.kind)
    if (!kind)
      throw new Failure('RULE_REFUSED', { message: `This version does not know jobs of the kind ${job.kind}.` })
    if (!inputs.has(job.uuid)) inputs.set(job.uuid, await inputOf(tx, org, job.uuid))
    return kind.doPart({
      tx,
      org,
      jobUuid: job.uuid,
      actor: job.by,
      input: inputs.get(job.uuid),
      checkpoint: job.checkpoint,
    })
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
    // one message per organisation is enough, however many jobs it has
    await boss.send(queue, org, { singletonKey: org.uuid })
  }

  /**
   * Finds stalled jobs: their worker died, or their message was lost. Removes what abandoned jobs left behind.
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
    async add(tx, caller, { kind, title, programUuid, total, input }) {
      await refuseMany(tx, caller.org)
      const job = await insertJob(tx, caller.org, {
        kind,
        title,
        programUuid,
        total,
        input,
        createdByUuid: caller.user.uuid,
      })
      await audit(tx, caller.org, byCaller(caller), {
        action: 'start job',
        subject: 'job',
        subjectUuid: job.uuid,
        after: { kind, title, total },
      })
      return job
    },
    // a job of a kind that this version does not know fails when it runs, with a message
    admitTo: (caller, kind) => admit(caller, { access: byName.get(kind)?.licence ?? 'member' }),
    refuseMany,
    wake(org) {
      publisher.publish(topics.jobs(org.uuid), ['woken'])
      if (started && !stopping) started.then(() => send(org)).catch(onError)
    },
    start: sweeps.start,
    async stop() {
      stopping = true
      for (const rest of rests) clearTimeout(rest)
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

function advanced(job: TakenJob, progress: Progress<unknown>) {
  const { checkpoint, finished, done, outcome, messages = [], restMs = 0 } = progress
  const now = new Date()
  const sum = { ...job.outcome }
  for (const [name, some] of Object.entries(outcome)) sum[name] = (sum[name] ?? 0) + some
  return {
    status: finished ? ('COMPLETED' as const) : ('RUNNING' as const),
    done: job.done + done,
    // items may have become affected or unaffected while the job ran, so a finished job's total is what was done
    ...(finished && { total: job.done + done, finishedAt: now, input: {} }),
    ...(job.checkpoint === null && { startedAt: now }),
    outcome: sum,
    messages: [...job.messages, ...messages].slice(0, messagesKept),
    checkpoint,
    beatAt: new Date(now.getTime() + restMs),
  }
}
