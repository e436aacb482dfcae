import type { FastifyInstance } from 'fastify'
import type { JobKind, Jobs } from './core/jobs/jobs.ts'
import type { LiveChannel } from './core/live/live.ts'
import { combined } from './graph/extension.ts'
import * as installs from './installs.ts'
import type { ApiModule, Background, Deps } from './module.ts'

export interface InstalledModules {
  readonly jobs: readonly JobKind[]
  readonly channels: readonly LiveChannel[]
  readonly background: readonly Background[]
  readonly services: Deps['services']
  readonly routes: (app: FastifyInstance, jobs: Jobs) => Promise<void>
}

/** Installs every module of `installs.ts`. */
export function installModules(
  parts: Omit<Deps, 'graph' | 'services' | 'personalData' | 'notificationKinds'>,
): InstalledModules {
  const modules: ApiModule[] = []
  const services: Partial<Deps['services']> = {}
  const deps: Deps = {
    ...parts,
    graph: combined(() => modules.flatMap(({ graph: extension }) => extension ?? [])),
    services: services as Deps['services'], // complete before any call: only calls use them
    personalData: () => modules.flatMap(({ personalData }) => personalData ?? []),
    notificationKinds: () => modules.flatMap(({ notificationKinds }) => notificationKinds ?? []),
  }
  for (const install of Object.values(installs)) {
    const module = install(deps)
    modules.push(module)
    Object.assign(services, module.services)
  }
  return {
    jobs: modules.flatMap(({ jobs }) => jobs ?? []),
    channels: modules.flatMap(({ channels }) => channels ?? []),
    background: modules.flatMap(({ background }) => background ?? []),
    services: deps.services,
    async routes(app, jobs) {
      for (const module of modules) await module.routes?.(app, jobs)
    },
  }
}
