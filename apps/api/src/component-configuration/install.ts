import type { Install } from '../module.ts'
import { configurationRoutes } from './configuration.routes.ts'
import { declaring } from './declaring.ts'
import { softwareImports } from './software-import.ts'
import { vehicleConfigurationRoutes } from './vehicle-configuration.routes.ts'

/** Variants, parts and approved combinations, and which vehicles have which software. */
export const componentConfiguration: Install = ({ db }) => ({
  async routes(app, jobs) {
    await configurationRoutes(app, { db, jobs })
    await vehicleConfigurationRoutes(app, { db, jobs })
  },
  jobs: [declaring, softwareImports],
})
