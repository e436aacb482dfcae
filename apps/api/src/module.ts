import type { FastifyInstance } from 'fastify'
import type { Publisher, Subscriber } from '@carapace/shared/core/bus/bus'
import type { NotificationKind } from '@carapace/shared/core/notification-kinds'
import type { Database } from './core/db.ts'
import type { JobKind, Jobs } from './core/jobs/jobs.ts'
import type { LiveChannel } from './core/live/live.ts'
import type { Outgoing } from './core/outgoing/guarded.ts'
import type { CheckCaptcha } from './core/outgoing/recaptcha.ts'
import type { PersonalData } from './core/personal-data.queries.ts'
import type { Settings } from './core/settings.ts'
import type { GraphExtension, GraphExtensions } from './graph/extension.ts'

/** The services that a module offers to modules that must not import it; each adds its own by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-object-type -- modules fill it
export interface Services {}

/** The dependencies with which a module of the api is installed. */
export interface Deps {
  readonly db: Database
  readonly publisher: Publisher
  readonly bus: Subscriber
  readonly settings: Settings
  readonly captcha: CheckCaptcha
  /** The only way to call addresses that members have entered. */
  readonly outgoing: Outgoing
  /** The additions of all modules to the graph. */
  readonly graph: GraphExtensions
  /** The services of all modules; complete once all are installed. */
  readonly services: Services
  /** The personal data of all modules. */
  readonly personalData: () => readonly PersonalData[]
  /** The kinds of notifications of all modules. */
  readonly notificationKinds: () => readonly NotificationKind[]
  /** Calls `listen` when the bus has lost messages, so that the tables must be read again. */
  readonly onGap: (listen: () => void) => () => void
  readonly onError: (error: unknown) => void
}

/** Work that runs in the background while the api listens. */
export interface Background {
  /** Undefined: nothing to start. */
  readonly start?: () => void
  readonly stop: () => void | Promise<void>
}

/** The parts that a module adds to the api. */
export interface ApiModule {
  readonly routes?: (app: FastifyInstance, jobs: Jobs) => Promise<void>
  readonly jobs?: readonly JobKind[]
  readonly channels?: readonly LiveChannel[]
  readonly personalData?: PersonalData
  readonly graph?: GraphExtension
  readonly services?: Partial<Services>
  /** What the module notifies people of. */
  readonly notificationKinds?: readonly NotificationKind[]
  readonly background?: readonly Background[]
}

/** Installs a module: its folder has one function of this type, in `install.ts`. */
export type Install = (deps: Deps) => ApiModule
