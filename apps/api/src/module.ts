import type { FastifyInstance } from 'fastify'
import type { Publisher, Subscriber } from '@carapace/shared/core/bus/bus'
import type { Database } from './core/db.ts'
import type { JobKind, Jobs } from './core/jobs/jobs.ts'
import type { LiveChannel } from './core/live/live.ts'
import type { CheckCaptcha } from './core/outgoing/recaptcha.ts'
import type { PersonalData } from './core/personal-data.queries.ts'
import type { Settings } from './core/settings.ts'
import type { GraphExtension, GraphExtensions } from './graph/extension.ts'

/** What a module offers to others that must not import it; a module adds its own by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-object-type -- modules fill it
export interface Services {}

/** What a module of the api is installed with. */
export interface Deps {
  readonly db: Database
  readonly publisher: Publisher
  readonly bus: Subscriber
  readonly settings: Settings
  readonly captcha: CheckCaptcha
  /** What all modules add to the graph. */
  readonly graph: GraphExtensions
  /** What all modules offer; complete once all are installed. */
  readonly services: Services
  /** What all modules keep about people. */
  readonly personalData: () => readonly PersonalData[]
  /** Calls `listen` when the bus has lost messages: read the tables again. */
  readonly onGap: (listen: () => void) => () => void
  readonly onError: (error: unknown) => void
}

/** Work that goes on by itself while the api listens. */
export interface Background {
  /** Absent: nothing to begin. */
  readonly start?: () => void
  readonly stop: () => void | Promise<void>
}

/** What a module adds to the api. */
export interface ApiModule {
  readonly routes?: (app: FastifyInstance, jobs: Jobs) => Promise<void>
  readonly jobs?: readonly JobKind[]
  readonly channels?: readonly LiveChannel[]
  readonly personalData?: PersonalData
  readonly graph?: GraphExtension
  readonly services?: Partial<Services>
  readonly background?: readonly Background[]
}

/** Installs a module: its folder has one function of this type, in `install.ts`. */
export type Install = (deps: Deps) => ApiModule
