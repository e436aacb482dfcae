import type { Install } from '../module.ts'
import { exchangeRoutes } from './exchange.routes.ts'
import { profileRoutes } from './profiles.routes.ts'

/** FMEA: rating profiles, reading files for an import, reports. Its artefacts are those of the graph. */
export const fmea: Install = ({ db }) => ({
  async routes(app) {
    await profileRoutes(app, db)
    await exchangeRoutes(app, db)
  },
})
