import type { FastifyInstance } from 'fastify'
import { account } from './account/install.ts'
import { catalogues } from './catalogues/install.ts'
import type { JobKind, Jobs } from './core/jobs/jobs.ts'
import type { LiveChannel } from './core/live/live.ts'
import { combined } from './graph/extension.ts'
import { graph } from './graph/install.ts'
import { lifecycle } from './lifecycle/install.ts'
import type { ApiModule, Background, Deps, Install } from './module.ts'
import { msoc } from './msoc/install.ts'

/** The modules of the api: one line for each. */
const installs: readonly Install[] = [account, graph, catalogues, lifecycle, msoc]

export interface InstalledModules {
  readonly jobs: readonly JobKind[]
  readonly channels: readonly LiveChannel[]
  readonly background: readonly Background[]
  readonly routes: (app: FastifyInstance, jobs: Jobs) => Promise<void>
}

/** Installs every module, and further ones that tests bring. */
export function installModules(
  parts: Omit<Deps, 'graph' | 'services' | 'personalData'>,
  further: readonly Install[] = [],
): InstalledModules {
  const modules: ApiModule[] = []
  const services: Partial<Deps['services']> = {}
  const deps: Deps = {
    ...parts,
    graph: combined(() => modules.flatMap(({ graph: extension }) => extension ?? [])),
    services: services as Deps['services'], // complete before any call: only calls use them
    personalData: () => modules.flatMap(({ personalData }) => personalData ?? []),
  }
  for (const install of [...installs, ...further]) {
    const module = install(deps)
    modules.push(module)
    Object.assign(services, module.services)
  }
  return {
    jobs: modules.flatMap(({ jobs }) => jobs ?? []),
    channels: modules.flatMap(({ channels }) => channels ?? []),
    background: modules.flatMap(({ background }) => background ?? []),
    async routes(app, jobs) {
      for (const module of modules) await module.routes?.(app, jobs)
    },
  }
}
